package dev.snarl.stacks;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Distinguishes the application's frames from those of the JDK, the agent and known libraries.
 * Cheap: a few prefix comparisons per frame.
 */
public final class Frames {

  private static final String[] JDK = {
    "java.", "javax.", "jdk.", "sun.", "com.sun.", "dev.snarl.agent.", "dev.snarl.observe."
  };

  private final String[] application;
  private final String[] libraries;

  /** Futures and pools that the user declares; it may grow. */
  private final Set<String> declared;

  /** Methods of libraries in which a thread waits for something to do. */
  private final Set<String> idle;

  /**
   * Prefixes of the calls of libraries in which a thread waits for the answer of another process.
   */
  private final String[] sockets;

  /** Prefixes of {@code libraries} that many libraries share. */
  private final Set<String> shared = new HashSet<>();

  /** Prefixes of classes that a library makes of what the application has written. */
  private final String[] generated;

  /** Prefixes of executors and futures, whose caller is the line to open. */
  private final List<String> wrappers = new ArrayList<>();

  /**
   * Frames, told apart by the names of their classes.
   *
   * @param application prefixes that are the application's; empty to guess
   * @param libraries prefixes of classes that are never the line to change; one that many libraries
   *     share ends with {@code *}, one of executors and futures with {@code !}; one of classes that
   *     a library makes of what the application has written ends with {@code +}, and these are the
   *     application's
   */
  public Frames(List<String> application, List<String> libraries) {
    this(application, libraries, Set.of(), Set.of(), List.of());
  }

  /**
   * The same, with classes that are never the line to change, whoever else's they would be.
   *
   * @param declared their names; those nested in them follow them
   * @param idle methods in which a library's own thread waits for something to do, with their
   *     classes
   * @param sockets prefixes of the calls of libraries in which a thread waits for the answer of
   *     another process
   */
  public Frames(
      List<String> application,
      List<String> libraries,
      Set<String> declared,
      Set<String> idle,
      List<String> sockets) {
    this.declared = declared;
    this.idle = idle;
    this.sockets = sockets.toArray(new String[0]);
    this.application = application.toArray(new String[0]);
    List<String> known = new ArrayList<>();
    List<String> made = new ArrayList<>();
    for (String prefix : libraries) {
      boolean many = prefix.endsWith("*");
      boolean wraps = prefix.endsWith("!");
      boolean own = prefix.endsWith("+");
      String plain = many || wraps || own ? prefix.substring(0, prefix.length() - 1) : prefix;
      (own ? made : known).add(plain);
      if (many) {
        shared.add(plain);
      }
      if (wraps) {
        wrappers.add(plain);
      }
    }
    this.generated = made.toArray(new String[0]);
    this.libraries = known.toArray(new String[0]);
  }

  /** Whether a class is of the JDK or of the agent. */
  public static boolean jdk(String className) {
    return startsWithAny(className, JDK);
  }

  /** The file of a class as the languages name it: that of its outermost class. */
  public static String file(String className) {
    String simple = className.substring(className.lastIndexOf('.') + 1);
    int nested = simple.indexOf('$');
    String outer = nested > 0 ? simple.substring(0, nested) : simple;
    return outer.length() > 2 && outer.endsWith("Kt")
        ? outer.substring(0, outer.length() - 2) + ".kt"
        : outer + ".java";
  }

  /** Whether a class is the application's: the line to open. */
  public boolean application(String className) {
    if (proxy(className) || declared(className)) {
      return false;
    }
    if (application.length > 0) {
      return startsWithAny(className, application);
    }
    return !known(className);
  }

  /** Whether a class is of the JDK, of the agent or of a known library. */
  public boolean known(String className) {
    return jdk(className)
        || (startsWithAny(className, libraries) && !startsWithAny(className, generated));
  }

  /** Whether a library's class is an executor or a future, by its name. */
  boolean wrapper(String className) {
    for (String prefix : wrappers) {
      if (className.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a library's own thread waits there for something to do. */
  public boolean idle(String className, String method) {
    return idle.contains(className + '.' + method);
  }

  /** Whether a call of a library waits for the answer of another process. */
  public boolean socket(String call) {
    return startsWithAny(call, sockets);
  }

  private boolean declared(String className) {
    if (declared.isEmpty()) {
      return false;
    }
    for (int end = className.length(); end > 0; end = className.lastIndexOf('$', end - 1)) {
      if (declared.contains(className.substring(0, end))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Classes whose frames name no source line; Scala's anonymous classes and functions are not among
   * them.
   */
  private static boolean proxy(String className) {
    return className.contains("$$")
        && !className.contains("$$Lambda")
        && !className.contains("$$anon");
  }

  /**
   * The library of a site, by its package, its first three names at most; null for a line of the
   * application.
   */
  public @Nullable String libraryAt(String site) {
    int file = site.indexOf('(');
    int method = file < 0 ? -1 : site.lastIndexOf('.', file);
    return method < 0 ? null : library(site.substring(0, method));
  }

  private @Nullable String library(String className) {
    if (application(className) || jdk(className) || proxy(className)) {
      return null;
    }
    for (String prefix : libraries) {
      if (className.startsWith(prefix) && !shared.contains(prefix)) {
        return prefix.substring(0, prefix.length() - 1);
      }
    }
    int end = className.lastIndexOf('.');
    for (int dot = 0, names = 0; dot < end && names < 3; names++) {
      dot = className.indexOf('.', dot + 1);
      end = names == 2 ? dot : end;
    }
    return end < 0 ? className : className.substring(0, end);
  }

  /** Whether the one class is nested in the other, by their names. */
  static boolean encloses(String outer, String inner) {
    return inner.length() > outer.length()
        && inner.charAt(outer.length()) == '$'
        && inner.startsWith(outer);
  }

  /** Whether two classes are nested in the same, or one of them in the other. */
  static boolean sameOutermost(String one, String other) {
    int end = one.indexOf('$');
    int length = end < 0 ? one.length() : end;
    return one.regionMatches(0, other, 0, length)
        && (other.length() == length || other.charAt(length) == '$');
  }

  /** {@code CompletableFuture.get} of {@code java.util.concurrent.CompletableFuture.get}. */
  public static String shortName(String className, String method) {
    String simple = className.substring(className.lastIndexOf('.') + 1);
    int nested = simple.indexOf('$');
    return (nested > 0 ? simple.substring(0, nested) : simple) + '.' + method;
  }

  private static boolean startsWithAny(String text, String[] prefixes) {
    for (String prefix : prefixes) {
      if (text.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }
}
