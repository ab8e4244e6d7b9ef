package dev.snarl.observe.connections;

import java.lang.ref.WeakReference;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Whether callers wait from one look at a pool to the next: those at both ends of its queue, since
 * one of them has just come, in whichever order they are served. The observer's thread only.
 */
final class Callers {

  private static final int MOST = 10_000;

  private @Nullable WeakReference<Object> first;
  private @Nullable WeakReference<Object> last;

  /** Takes those that wait now; says whether one of them did at the last look. */
  boolean wait(Collection<?> now) {
    Object head = null;
    Object tail = null;
    boolean again = false;
    int n = 0;
    try {
      for (Object caller : now) {
        if (++n > MOST) {
          again = true;
          break;
        }
        head = head == null ? caller : head;
        tail = caller;
        again |= is(first, caller) || is(last, caller);
      }
    } catch (RuntimeException changing) { // as ConcurrentModificationException: no lock is held
      again = true;
    }
    first = head == null ? null : new WeakReference<>(head);
    last = tail == null ? null : new WeakReference<>(tail);
    return again;
  }

  private static boolean is(@Nullable WeakReference<Object> known, Object caller) {
    return known != null && known.refersTo(caller);
  }
}
