package dev.snarl.observe.connections;

import dev.snarl.observe.connections.ConnectionReader.Counts;
import dev.snarl.observe.sites.Site;
import dev.snarl.snapshot.ConnectionPool.Holding;
import dev.snarl.snapshot.Doing;
import dev.snarl.snapshot.Pool.SiteCount;
import dev.snarl.text.Figures;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A pool of connections or an endpoint that the agent knows; held weakly. Application threads count
 * their failures, all else is the observer's.
 */
final class Resource extends WeakReference<Object> {

  private static final int SAMPLES = 200;
  private static final int SHOWN = 3;
  private static final long KEPT = 15_000_000_000L;
  private static final double LATEST = 0.05;
  private static final double FEW = 0.2;
  private static final long NONE = Long.MIN_VALUE;

  /** What one thread was seen doing. */
  private static final class Sample<T> {
    final long at;
    final T what;

    Sample(long at, T what) {
      this.at = at;
      this.what = what;
    }
  }

  final int hash;
  final @Nullable Site site;
  final @Nullable ConnectionReader pool;
  final AtomicLong timeouts = new AtomicLong();
  private final Deque<Sample<String>> waiting = new ArrayDeque<>();
  private final Deque<Sample<Doing>> holding = new ArrayDeque<>();
  private final Callers callers = new Callers();
  private long pendingSince = NONE;

  /** The share of looks that saw a caller of the look before; each counts a little less. */
  private double lasting;

  String name = "";

  private int nestedNow;
  private int nestedBefore;

  Resource(Object resource, @Nullable ConnectionReader pool, @Nullable Site site) {
    super(resource);
    this.hash = System.identityHashCode(resource);
    this.pool = pool;
    this.site = site;
  }

  /** What there is in the pool, or null; each reading says whether callers still wait. */
  @Nullable Counts read(long now) {
    Object object = get();
    Counts counts = object == null || pool == null ? null : pool.read(object);
    if (counts == null || counts.pending() == 0) {
      pendingSince = NONE;
    } else if (pendingSince == NONE) {
      pendingSince = now;
      lasting = 0;
    }
    return counts;
  }

  /** Reads it, and whether callers of the last look still wait; once a tick, while some do. */
  void look(long now) {
    read(now);
    Object object = get();
    if (object != null && pool != null && isPending()) {
      Collection<?> waiting = pool.waiting(object);
      boolean lasts = waiting == null || callers.wait(waiting);
      lasting += LATEST * ((lasts ? 1 : 0) - lasting);
    }
  }

  /** Connections of threads that wait for another, by the slots of a tick. */
  void nested(int connections) {
    nestedBefore = nestedNow;
    nestedNow = connections;
  }

  /** Those of two ticks: slots are read one after the other, while threads go on. */
  int nested() {
    return Math.min(nestedBefore, nestedNow);
  }

  boolean isPending() {
    return pendingSince != NONE;
  }

  double pendingSeconds(long now) {
    return isPending() ? (now - pendingSince) / Figures.NANOS : 0;
  }

  /** Whether hardly any caller still waits at the next look. */
  boolean briefly() {
    return isPending() && lasting < FEW;
  }

  /** Also by an application's thread that was refused. */
  synchronized void waits(long now, String what) {
    add(waiting, now, what);
  }

  synchronized void holds(long now, Doing what) {
    add(holding, now, what);
  }

  private static <T> void add(Deque<Sample<T>> samples, long now, T what) {
    if (samples.size() >= SAMPLES) {
      samples.removeFirst();
    }
    samples.addLast(new Sample<>(now, what));
  }

  synchronized List<SiteCount> waitingAt(long now) {
    return counts(waiting, now, SiteCount::new, SiteCount::count, SiteCount::site);
  }

  synchronized List<Holding> heldAt(long now) {
    return counts(holding, now, Holding::new, Holding::count, Holding::text);
  }

  /** The most frequent first. */
  private static <T, R> List<R> counts(
      Deque<Sample<T>> samples,
      long now,
      BiFunction<T, Long, R> row,
      ToLongFunction<R> count,
      Function<R, String> text) {
    Map<T, Long> counts = new HashMap<>();
    samples.removeIf(sample -> now - sample.at > KEPT);
    samples.forEach(sample -> counts.merge(sample.what, 1L, Long::sum));
    return counts.entrySet().stream()
        .map(each -> row.apply(each.getKey(), each.getValue()))
        .sorted(Comparator.comparingLong(count).reversed().thenComparing(text))
        .limit(SHOWN)
        .toList();
  }
}
