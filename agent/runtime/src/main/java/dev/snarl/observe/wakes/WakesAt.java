package dev.snarl.observe.wakes;

import dev.snarl.snapshot.Odds;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Who ended the waits at one line so far; the latest weigh most. The observer's thread only. */
public final class WakesAt {
  private static final int MOST = 64;
  private static final int MOST_WAKERS = 8;
  private static final int MOST_THREADS = 4;

  /** How often, and by which threads of late. */
  private static final class Times {
    int n;
    long latest;
    final Deque<WeakReference<Thread>> by = new ArrayDeque<>();
    List<String> in = List.of();
    String turns = "";
    boolean several;

    @SuppressWarnings("ReferenceEquality") // a thread's equals may be the application's
    void by(Thread thread) {
      several |= by.stream().anyMatch(known -> known.get() != thread);
      by.removeIf(known -> known.get() == null || known.get() == thread);
      by.addFirst(new WeakReference<>(thread));
      if (by.size() > MOST_THREADS) {
        by.removeLast();
      }
    }

    List<Thread> threads() {
      List<Thread> threads = new ArrayList<>();
      for (WeakReference<Thread> known : by) {
        Thread thread = known.get();
        if (thread != null) {
          threads.add(thread);
        }
      }
      return threads;
    }
  }

  /**
   * Who ended most of them.
   *
   * @param threads those that did so last, the latest first; none if they have ended
   * @param only whether it was one and the same thread each time
   * @param in the methods in which the latest did
   * @param turns the method at which it and the waiter take turns; empty if there is none
   * @param last whether nobody else ended one since
   */
  public record Usual(
      Waker waker,
      List<Thread> threads,
      boolean only,
      List<String> in,
      String turns,
      Odds odds,
      boolean last) {

    /** The only thread that did; null if several did, or it has ended. */
    public @Nullable Thread thread() {
      return only && !threads.isEmpty() ? threads.get(0) : null;
    }
  }

  private final Map<Waker, Times> times = new HashMap<>();
  private int of;
  private int alone;
  private long latest;

  void seen(Waker waker, Thread by, List<String> in, String turns, long now) {
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
      known.by(by);
      known.in = in;
      known.turns = turns;
      known.latest = now;
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
  public long latest() {
    return latest;
  }

  /** Null if that is not clear. */
  public @Nullable Usual usual() {
    return first(Odds::clear);
  }

  /** All of them; empty while few waits were seen. */
  List<Usual> all() {
    List<Usual> all = new ArrayList<>();
    if (known()) {
      times.forEach((waker, known) -> all.add(usual(waker, known)));
    }
    return all;
  }

  private Usual usual(Waker waker, Times known) {
    Odds odds = new Odds(known.n, of);
    boolean last = known.latest == latest;
    return new Usual(waker, known.threads(), !known.several, known.in, known.turns, odds, last);
  }

  /** The only thread that was ever seen; null if several were. */
  @Nullable Usual only() {
    Usual only = first(odds -> odds.times() == odds.of());
    return only != null && only.only() ? only : null;
  }

  /** Whether one and the same thread, of that group and in that task, ended all that were seen. */
  boolean onlyBy(String group, String task) {
    Usual only = known() ? only() : null;
    return only != null && only.waker().group().equals(group) && only.waker().task().equals(task);
  }

  private @Nullable Usual first(Predicate<Odds> enough) {
    for (Map.Entry<Waker, Times> each : times.entrySet()) {
      Usual usual = usual(each.getKey(), each.getValue());
      if (enough.test(usual.odds())) {
        return usual;
      }
    }
    return null;
  }
}
