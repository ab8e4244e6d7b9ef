package java.util.concurrent;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The futures of an application's own that its user declares. Where a class keeps what says that it
 * is done is found on the application's threads, as they wait: reflection may load classes, which
 * the observer must not do. Classes are held weakly. The rules of {@link SnarlProbe} hold.
 */
public final class SnarlDeclared extends WeakReference<Class<?>> {

  private static final int MOST = 64;

  /**
   * Names of classes, each followed by that of the field that is null or false until the future is
   * done. Set before anything is woven.
   */
  public static String[] futures = {};

  private static final AtomicReferenceArray<SnarlDeclared> KNOWN = new AtomicReferenceArray<>(MOST);

  private final long value;
  private final long flag;

  private SnarlDeclared(Class<?> type, Class<?> declaring, String field) {
    super(type);
    value = SnarlLens.offset(declaring, field, Object.class);
    flag = SnarlLens.offset(declaring, field, boolean.class);
  }

  /** On the application's thread: makes the class of this future known if it was declared. */
  static void meet(Object future) {
    if (futures.length == 0 || future == null || of(future) != null) {
      return;
    }
    Class<?> type = future.getClass();
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      for (int i = 0; i + 1 < futures.length; i += 2) {
        if (at.getName().equals(futures[i])) {
          add(new SnarlDeclared(type, at, futures[i + 1]));
          return;
        }
      }
    }
  }

  private static void add(SnarlDeclared known) {
    for (int i = 0; i < MOST; i++) {
      SnarlDeclared there = KNOWN.get(i);
      if ((there == null || there.get() == null) && KNOWN.compareAndSet(i, there, known)) {
        return;
      }
    }
  }

  private static SnarlDeclared of(Object future) {
    Class<?> type = future.getClass();
    for (int i = 0; i < MOST; i++) {
      SnarlDeclared known = KNOWN.get(i);
      if (known == null) {
        return null;
      }
      if (known.refersTo(type)) {
        return known;
      }
    }
    return null;
  }

  /** Whether it is one of them, of a class that was met. */
  static boolean is(Object future) {
    return futures.length > 0 && future != null && of(future) != null;
  }

  /** Whether it is one that is not done yet; false if it is none. */
  static boolean unfinished(Object future) {
    SnarlDeclared known = futures.length == 0 || future == null ? null : of(future);
    if (known == null) {
      return false;
    }
    return known.value >= 0
        ? SnarlLens.object(future, known.value) == null
        : known.flag >= 0 && !SnarlLens.flag(future, known.flag);
  }
}
