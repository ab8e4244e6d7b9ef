package dev.snarl.instrument;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;

/**
 * The points that hold for all subtypes of a class or interface, as a user's file may ask with
 * {@code CLASS+}. A class is loaded before its supertypes are known to the JVM, so their names are
 * read from their files, as the class's own loader gives them. Without such points nothing is read.
 */
final class Subtypes {

  /** A class file may name itself among its supertypes, which the JVM refuses only later. */
  private static final int MOST_ANCESTORS = 1_000;

  private static final int MOST_KNOWN = 20_000;

  private final Map<String, List<Point>> points = new HashMap<>();

  /** By the name of a class, of those met so far. */
  private final ConcurrentHashMap<String, List<Point>> known = new ConcurrentHashMap<>();

  void add(Point point) {
    List<Point> here = points.get(point.owner());
    if (here == null) {
      here = new ArrayList<>();
      points.put(point.owner(), here);
    }
    here.add(point);
  }

  boolean isEmpty() {
    return points.isEmpty();
  }

  /** Those of the class's supertypes, and its own. */
  List<Point> of(byte[] bytes, ClassLoader loader) {
    return of(new ClassReader(bytes), loader, new int[] {MOST_ANCESTORS});
  }

  /** The same of one that is loaded. */
  boolean any(Class<?> type) {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      if (points.containsKey(at.getName().replace('.', '/'))) {
        return true;
      }
      for (Class<?> each : at.getInterfaces()) {
        if (any(each)) {
          return true;
        }
      }
    }
    return false;
  }

  private List<Point> of(ClassReader reader, ClassLoader loader, int[] left) {
    List<Point> found = new ArrayList<>(points.getOrDefault(reader.getClassName(), List.of()));
    String superName = reader.getSuperName();
    if (superName != null) {
      found.addAll(of(superName, loader, left));
    }
    for (String each : reader.getInterfaces()) {
      for (Point point : of(each, loader, left)) {
        if (!found.contains(point)) {
          found.add(point);
        }
      }
    }
    return found;
  }

  private List<Point> of(String name, ClassLoader loader, int[] left) {
    if (name.startsWith("java/") || left[0]-- <= 0) {
      return List.of();
    }
    List<Point> before = known.get(name);
    if (before != null) {
      return before;
    }
    byte[] bytes = bytes(name, loader);
    List<Point> found =
        bytes == null
            ? points.getOrDefault(name, List.of())
            : of(new ClassReader(bytes), loader, left);
    if (left[0] > 0 && known.size() < MOST_KNOWN) {
      known.put(name, found);
    }
    return found;
  }

  private static byte @Nullable [] bytes(String name, ClassLoader loader) {
    try (InputStream in = loader.getResourceAsStream(name + ".class")) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException | RuntimeException unreadable) {
      return null; // as of classes that are made while the application runs
    }
  }
}
