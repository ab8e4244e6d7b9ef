package dev.snarl.instrument;

import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The libraries that are woven when their classes are first seen. An absent library costs nothing
 * but the entry in a map; a version that was not tested is left alone, and said once.
 */
public final class Libraries {

  private static final int MOST_PLACES = 1_000;

  private final Map<String, Library> byOwner = new HashMap<>();
  private final Map<String, List<Point>> points = new HashMap<>();
  private final Subtypes subtypes = new Subtypes();
  private final Set<String> declared;
  private final ConcurrentHashMap<String, String> states = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, Boolean> accepted = new ConcurrentHashMap<>();
  private final Set<String> met = ConcurrentHashMap.newKeySet();
  private final ConcurrentLinkedQueue<String> complaints = new ConcurrentLinkedQueue<>();

  Libraries(List<Library> all, Set<String> declared) {
    this.declared = declared;
    for (Library library : all) {
      if (library.declared()) {
        states.put(library.name(), "not yet used");
      }
      for (Point point : library.points()) {
        byOwner.put(point.owner(), library);
        if (point.inherited()) {
          subtypes.add(point);
          continue;
        }
        List<Point> here = points.get(point.owner());
        if (here == null) {
          here = new ArrayList<>();
          points.put(point.owner(), here);
        }
        here.add(point);
      }
    }
  }

  /** Whether there is anything to weave into this class, which is loaded. */
  boolean owns(Class<?> type, String name) {
    return byOwner.containsKey(name) || (!subtypes.isEmpty() && subtypes.any(type));
  }

  /** Whether the points of this class come from a user's file, at least some. */
  boolean declared(String className) {
    Library library = byOwner.get(className);
    return library == null || library.declared();
  }

  /** What to weave into this class, or null: not one of ours, or not a version that was tested. */
  @Nullable List<Point> pointsOf(
      String className,
      @Nullable ClassLoader loader,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    Library library = byOwner.get(className);
    if (library != null && !library.declared()) {
      return accepts(library, location(domain), packageOf(className, loader))
          ? points.get(className)
          : null;
    }
    if (library == null && subtypes.isEmpty()) {
      return null;
    }
    List<Point> here = new ArrayList<>();
    if (library != null) {
      met.add(className);
      here.addAll(points.getOrDefault(className, List.of()));
    }
    if (!subtypes.isEmpty() && loader != null) {
      for (Point point : subtypes.of(bytes, loader)) {
        met.add(point.owner());
        declared.add(className.replace('/', '.'));
        here.add(point);
      }
    }
    for (Point point : here) {
      Library of = byOwner.get(point.owner());
      if (of != null) {
        states.put(of.name(), "woven");
      }
    }
    return here.isEmpty() ? null : here;
  }

  /** Its loader has defined it from the jar's manifest before the class: nothing is read here. */
  private static @Nullable Package packageOf(String className, @Nullable ClassLoader loader) {
    int end = className.lastIndexOf('/');
    return loader == null || end < 0
        ? null
        : loader.getDefinedPackage(className.substring(0, end).replace('/', '.'));
  }

  private static String location(@Nullable ProtectionDomain domain) {
    CodeSource source = domain == null ? null : domain.getCodeSource();
    return source == null || source.getLocation() == null ? "" : source.getLocation().toString();
  }

  boolean accepts(Library library, String location, @Nullable Package manifest) {
    String key = library.name() + ' ' + location;
    Boolean known = accepted.get(key);
    if (known != null) {
      return known;
    }
    String version = library.version(location);
    version = version == null ? library.version(manifest) : version;
    boolean tested = version == null || library.tested(version);
    if (accepted.size() < MOST_PLACES && accepted.putIfAbsent(key, tested) == null) {
      states.put(
          library.name(),
          (tested ? "woven, " : "left alone, ") + (version == null ? "version unknown" : version));
      if (!tested) {
        complaints.add(
            library.name()
                + " "
                + version
                + " is outside the tested versions "
                + library.oldest()
                + " to "
                + library.newest()
                + ": it is left alone, everything else works");
      }
    }
    return tested;
  }

  /** A class was met whose methods are not those of the versions that were tested. */
  void unfamiliar(String className) {
    Library library = byOwner.get(className);
    if (library != null && !"unfamiliar".equals(states.put(library.name(), "unfamiliar"))) {
      complaints.add(
          library.name()
              + " has a "
              + className.replace('/', '.')
              + " unlike that of the tested versions "
              + library.oldest()
              + " to "
              + library.newest()
              + ": what depends on it stays silent, everything else works");
    }
  }

  void complain(List<String> problems) {
    complaints.addAll(problems);
  }

  /** The classes of users' files of which none has been loaded so far. */
  public List<String> unmet() {
    List<String> unmet = new ArrayList<>();
    byOwner.forEach(
        (owner, library) -> {
          if (library.declared() && !met.contains(owner)) {
            unmet.add(owner.replace('/', '.'));
          }
        });
    return unmet;
  }

  /** What there is to say since the last call; for the agent's own thread. */
  public List<String> complaints() {
    List<String> lines = new ArrayList<>();
    for (String line = complaints.poll(); line != null; line = complaints.poll()) {
      lines.add(line);
    }
    return lines;
  }

  /** The libraries met so far, by name: woven or left alone, and which version. */
  public Map<String, String> states() {
    return new TreeMap<>(states);
  }
}
