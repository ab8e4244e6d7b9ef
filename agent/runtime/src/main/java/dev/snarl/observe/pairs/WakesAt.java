package dev.snarl.observe.pairs;

import dev.snarl.snapshot.Odds;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Who ended the waits at one line so far; the latest weigh most. The observer's thread only. */
final class WakesAt {
  private static final int MOST = 64;
  private static final int MOST_WAKERS = 8;

  /** How often, and by which thread. */
  private static final class Times {
    int n;
    WeakReference<Thread> by = new WeakReference<>(null);
    String in = "";
    boolean several;
  }

  /**
   * Who ended most of them.
   *
   * @param thread the only one of its kind that did; null if there are several, or it has ended
   * @param in the method in which the latest did
   */
  record Usual(Waker waker, @Nullable Thread thread, String in, Odds odds) {}

  private final Map<Waker, Times> times = new HashMap<>();
  private int of;
  private int alone;
  private long latest;

  @SuppressWarnings("ReferenceEquality") // a thread's equals may be the application's
  void seen(Waker waker, Thread by, String in, long now) {
    latest = now;
    if (of >= MOST) {
      of /= 2;
      alone /= 2;
      times.values().forEach(each -> each.n /= 2);
      times.values().removeIf(each -> each.n == 0);
    }
    of++;
    if (times.size() < MOST_WAKERS || times.containsKey(waker)) {
      Times known = times.computeIfAbsent(waker, key -> new Times());
      known.several |= known.n > 0 && known.by.get() != by;
      known.by = new WeakReference<>(by);
      known.in = in;
      known.n++;
    }
  }

  /** One that nobody ended. */
  void alone() {
    alone = Math.min(MOST, alone + 1);
  }

  /** Whether most of all end by themselves. */
  boolean pauses() {
    return new Odds(alone, alone + of).clear();
  }

  /** Whether enough were seen: more would hardly change the answer. */
  boolean wellKnown() {
    return of >= MOST / 2;
  }

  /** Whether any of them, whoever it was, could be a clear one by now. */
  boolean known() {
    return new Odds(of, of).clear();
  }

  /** How often those ended it, in tasks of the application; null if that is not clear. */
  @Nullable Odds by(Predicate<Waker> those) {
    int found = 0;
    for (Map.Entry<Waker, Times> each : times.entrySet()) {
      Waker waker = each.getKey();
      found += !waker.task().isEmpty() && those.test(waker) ? each.getValue().n : 0;
    }
    Odds odds = new Odds(found, of);
    return odds.clear() ? odds : null;
  }

  /** When one was ended last. */
  long latest() {
    return latest;
  }

  /** Null if that is not clear. */
  @Nullable Usual usual() {
    for (Map.Entry<Waker, Times> each : times.entrySet()) {
      Times known = each.getValue();
      Odds odds = new Odds(known.n, of);
      if (odds.clear()) {
        Thread only = known.several ? null : known.by.get();
        return new Usual(each.getKey(), only, known.in, odds);
      }
    }
    return null;
  }
}
