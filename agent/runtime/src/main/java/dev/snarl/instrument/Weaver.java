package dev.snarl.instrument;

import dev.snarl.text.Nearest;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;

/**
 * Weaves the probe into the classes of {@link JdkPoints} and of {@link Libraries}. Called by the
 * JVM for every class that is loaded, on the loading thread, so the name is looked up first and
 * nothing else is done for the rest: no lambda, no lock, no class of its own loaded late. Classes
 * that are not loaded yet are woven when they are; loading them early would change what the
 * application sees.
 */
public final class Weaver implements ClassFileTransformer {

  private final Instrumentation instrumentation;
  private final Map<String, List<Point>> jdk = JdkPoints.byOwner();
  private final Libraries libraries;
  private final AtomicInteger errors = new AtomicInteger();
  private final AtomicInteger withoutMemory = new AtomicInteger();

  /**
   * Weaves nothing yet.
   *
   * @param declared names of the classes that users' files declare; it gets those of their subtypes
   */
  public Weaver(Instrumentation instrumentation, List<Library> known, Set<String> declared) {
    this.instrumentation = instrumentation;
    this.libraries = new Libraries(known, declared);
  }

  /** Weaves a class in vain, so that the JVM loads what that takes. */
  public static void rehearse(byte[] type) {
    try {
      ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
      new ClassReader(type).accept(new WovenClass(writer, List.of(), false), 0);
    } catch (RuntimeException | Error e) {
      // Weaving will fail too, and counts that.
    }
  }

  /** Weaves what is loaded, in one batch, and from now on what gets loaded. */
  public void install() throws UnmodifiableClassException {
    instrumentation.addTransformer(this, true);
    retransform();
  }

  /** Takes everything out again. */
  public void remove() throws UnmodifiableClassException {
    if (instrumentation.removeTransformer(this)) {
      retransform();
    }
  }

  /** Classes that could not be woven. */
  public int errors() {
    return errors.get();
  }

  /** Whether each of them could not be woven because the JVM had no memory for it. */
  public boolean hadNoMemory() {
    return withoutMemory.get() == errors.get();
  }

  /** The libraries met so far. */
  public Libraries libraries() {
    return libraries;
  }

  /** Each class that a user's file names and that was not loaded so far, with what may be meant. */
  public List<String> unmet() {
    List<String> lines = new ArrayList<>();
    List<String> all = libraries.unmet();
    Class<?>[] loaded = all.isEmpty() ? new Class<?>[0] : instrumentation.getAllLoadedClasses();
    for (String unmet : all) {
      Nearest nearest = new Nearest(unmet);
      for (Class<?> type : loaded) {
        if (type.getClassLoader() != null && !type.isArray() && !type.isHidden()) {
          nearest.consider(type.getName());
        }
      }
      String near = nearest.best();
      String meant = near == null || near.equals(unmet) ? "" : "; did you mean " + near + "?";
      lines.add("hooks: no class " + unmet + " has been loaded so far" + meant);
    }
    return lines;
  }

  /**
   * Links a class without initialising it, as all that asks for its members does. Were another
   * thread to link it while it is retransformed, the JVM might weave half-rewritten code, which it
   * does not verify in the JDK's own classes (https://bugs.openjdk.org/browse/JDK-8277444). No
   * field is made for the caller where none is public.
   */
  private static void link(Class<?> type) {
    try {
      int unused = type.getFields().length;
    } catch (LinkageError itCannotBe) {
      // Then nobody else links it either.
    }
  }

  private void retransform() throws UnmodifiableClassException {
    List<Class<?>> loaded = new ArrayList<>();
    Set<String> ofJdk = new HashSet<>();
    for (String name : jdk.keySet()) {
      ofJdk.add(name.replace('/', '.')); // once, and not for each of a thousand classes
    }
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      String name = type.getName();
      if (type.getClassLoader() == null
          ? ofJdk.contains(name)
          : libraries.owns(type, name.replace('.', '/'))) {
        link(type);
        loaded.add(type);
      }
    }
    if (!loaded.isEmpty()) {
      instrumentation.retransformClasses(loaded.toArray(new Class<?>[0]));
    }
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    if (name == null) {
      return null;
    }
    List<Point> here =
        loader == null ? jdk.get(name) : libraries.pointsOf(name, loader, domain, bytes);
    if (here == null) {
      return null;
    }
    try {
      boolean declared = loader != null && libraries.declared(name);
      ClassReader reader = new ClassReader(bytes);
      ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
      WovenClass woven = new WovenClass(writer, here, declared);
      reader.accept(woven, 0);
      if (declared) {
        libraries.complain(woven.problems());
      } else if (loader != null && !woven.complete()) {
        libraries.unfamiliar(name);
        return null;
      }
      return writer.toByteArray();
    } catch (Throwable t) {
      errors.incrementAndGet();
      if (noMemory(t)) {
        withoutMemory.incrementAndGet();
      }
      return null; // the class stays as it is, and the self-test says what is missing
    }
  }

  /** Also where a class of ours could not be initialised before, for that reason. */
  private static boolean noMemory(Throwable failure) {
    Throwable at = failure;
    for (int i = 0; at != null && i < 10; i++, at = at.getCause()) {
      if (at instanceof OutOfMemoryError || at.toString().contains("java.lang.OutOfMemoryError")) {
        return true;
      }
    }
    return false;
  }
}
