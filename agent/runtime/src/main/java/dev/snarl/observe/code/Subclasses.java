package dev.snarl.observe.code;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which classes of the application that are loaded extend others of its own: a call of a method of
 * those may be one of theirs. Asks the JVM, milliseconds where it has many classes. The observer's
 * thread only.
 */
public final class Subclasses {

  /** What the JDK calls for each line that is logged. */
  private static final Pattern LOGS = Pattern.compile("java\\.util\\.logging\\..*(Handler|Logger)");

  /** None is known. */
  static final Subclasses NONE = new Subclasses(() -> new Class<?>[0]);

  private final Supplier<Class<?>[]> loaded;

  /** By names of classes with dots, as names are all that may be kept of them. */
  private final Map<String, List<Class<?>>> extended = new HashMap<>();

  /** Of all that were loaded at the look. */
  private final Set<String> names = new HashSet<>();

  private boolean iterate;
  private boolean commanded;
  private @Nullable Class<?> some;
  private int version;
  private int count;
  private boolean looked;

  /**
   * Knows none before it looks.
   *
   * @param loaded all classes of the JVM
   */
  public Subclasses(Supplier<Class<?>[]> loaded) {
    this.loaded = loaded;
  }

  /** Takes what is loaded now. */
  public void look() {
    looked = true;
    extended.clear();
    names.clear();
    iterate = false;
    commanded = false;
    int found = 0;
    for (Class<?> type : loaded.get()) {
      String name = type.getName();
      commanded |= name.equals("sun.misc.SignalHandler");
      if (!applications(type)) {
        continue;
      }
      names.add(name);
      some = type.getClassLoader() == ClassLoader.getSystemClassLoader() ? type : some;
      commanded |= type.isInterface() && (name.endsWith("MBean") || name.endsWith("MXBean"));
      iterate |= Iterator.class.isAssignableFrom(type) || Iterable.class.isAssignableFrom(type);
      Class<?> parent = type.getSuperclass();
      commanded |= parent != null && LOGS.matcher(parent.getName()).matches();
      if (parent != null && applications(parent)) {
        extended.computeIfAbsent(parent.getName(), key -> new ArrayList<>(2)).add(type);
        found++;
      }
    }
    version += found == count ? 0 : 1;
    count = found;
  }

  private static boolean applications(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader != null
        && loader != ClassLoader.getPlatformClassLoader()
        && loader != Subclasses.class.getClassLoader()
        && !type.isArray();
  }

  /** Lets them go; what they are is another matter at the next look. */
  public void forget() {
    looked = false;
    extended.clear();
    names.clear();
    some = null;
  }

  /** Whether it knows those of a look. */
  public boolean looked() {
    return looked;
  }

  /** Changes with what {@link #of} says. */
  int version() {
    return version;
  }

  /** Whether any of them iterates: then a loop over what the JDK declares may run its code. */
  boolean iterate() {
    return iterate;
  }

  /** One of those on the class path; null where nothing is loaded from there, or it was let go. */
  public @Nullable Class<?> some() {
    return some;
  }

  /** Whether a signal, a client of JMX or what is logged may call it. */
  public boolean commanded() {
    return commanded;
  }

  /**
   * Whether its static initialiser has run, as far as that is known: before it looks, of all.
   *
   * @param type with slashes
   */
  boolean initialized(String type) {
    return !looked || names.contains(type.replace('/', '.'));
  }

  /**
   * All that extend a class, and what extends these.
   *
   * @param type with slashes, as they are
   */
  Set<String> of(String type) {
    Set<String> all = new HashSet<>();
    add(type.replace('/', '.'), all);
    return all;
  }

  private void add(String type, Set<String> all) {
    for (Class<?> each : extended.getOrDefault(type, List.of())) {
      String name = each.getName();
      if (all.add(name.replace('.', '/'))) {
        add(name, all);
      }
    }
  }
}
