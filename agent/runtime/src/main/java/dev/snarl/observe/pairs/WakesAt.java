package dev.snarl.observe.pairs;

import dev.snarl.snapshot.Odds;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Who ended the waits at one line so far; the latest weigh most. The observer's thread only. */
final class WakesAt {
  private static final int MOST = 64;
  private static final int MOST_WAKERS = 8;

  private final Map<Waker, Integer> times = new HashMap<>();
  private int of;

  /** Null for one of whom nothing can be said. */
  void seen(@Nullable Waker waker) {
    if (of >= MOST) {
      of /= 2;
      times.replaceAll((each, n) -> n / 2);
      times.values().removeIf(n -> n == 0);
    }
    of++;
    if (waker != null && (times.size() < MOST_WAKERS || times.containsKey(waker))) {
      times.merge(waker, 1, Integer::sum);
    }
  }

  /** Whether enough were seen: more would hardly change the answer. */
  boolean wellKnown() {
    return of >= MOST / 2;
  }

  /** Whether any of them, whoever it was, could be a clear one by now. */
  boolean known() {
    return new Odds(of, of).clear();
  }

  /** How often those ended it; null if that is not clear. */
  @Nullable Odds by(Predicate<Waker> those) {
    int found = 0;
    for (Map.Entry<Waker, Integer> each : times.entrySet()) {
      found += those.test(each.getKey()) ? each.getValue() : 0;
    }
    Odds odds = new Odds(found, of);
    return odds.clear() ? odds : null;
  }
}
