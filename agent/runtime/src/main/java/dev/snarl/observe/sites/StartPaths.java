package dev.snarl.observe.sites;

import java.lang.ref.WeakReference;
import java.util.concurrent.SnarlPoolLens;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Where threads are started, on the threads that start them. A walk of the stack costs more than
 * all else at a start; but a class of the application that has been started from one place {@value
 * #TRUSTED} times is as a rule started from there again, since a lambda or a {@code Runnable} is
 * mostly started where it is written. So from then on only one start in {@value #CHECKED} is looked
 * at, and after {@value #LONG_TRUSTED} only one in {@value #SELDOM_CHECKED}; if one turns out to
 * come from elsewhere, all of that class are looked at again, for good. Classes of the JDK and of
 * libraries, as a pool's worker, are started from anywhere and always looked at. Races lose a count
 * or a walk, nothing else.
 */
public final class StartPaths {

  static final int TRUSTED = 32;
  static final int CHECKED = 8;
  static final int LONG_TRUSTED = 1_024;
  static final int SELDOM_CHECKED = 64;
  private static final int CLASSES = 256;

  private final Sites sites;
  private final AtomicReferenceArray<Known> known = new AtomicReferenceArray<>(CLASSES);

  public StartPaths(Sites sites) {
    this.sites = sites;
    new Known(StartPaths.class, new Sites.Path()); // loads it here rather than at a first start
  }

  /** A class whose instances are started. Weak: its loader may go. */
  private static final class Known extends WeakReference<Class<?>> {
    final Sites.Path path;
    int starts;
    boolean mixed;

    Known(Class<?> type, Sites.Path path) {
      super(type);
      this.path = path;
    }

    boolean trusted() {
      int n = ++starts;
      int each = n > LONG_TRUSTED ? SELDOM_CHECKED : CHECKED;
      return n > TRUSTED && n % each != 0 && !mixed;
    }
  }

  /** Of the start that the current thread is about to make. */
  public Sites.Path here(Thread starting) {
    Object target = SnarlPoolLens.target(starting);
    Class<?> type = target == null ? starting.getClass() : target.getClass();
    int at = System.identityHashCode(type) & (CLASSES - 1);
    Known found = known.get(at);
    if (found != null && found.refersTo(type)) {
      if (found.trusted()) {
        return found.path;
      }
      Sites.Path path = sites.here();
      found.mixed |= !path.same(found.path);
      return path;
    }
    Sites.Path path = sites.here();
    if (sites.application(type.getName())) {
      known.set(at, new Known(type, path));
    }
    return path;
  }
}
