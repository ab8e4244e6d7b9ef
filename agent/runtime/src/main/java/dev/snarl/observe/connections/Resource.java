package dev.snarl.observe.connections;

import dev.snarl.observe.sites.Site;
import dev.snarl.snapshot.Pool.SiteCount;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A pool of connections or an endpoint that the agent knows; held weakly. Application threads count
 * their failures, all else is the observer's.
 */
final class Resource extends WeakReference<Object> {

  private static final int SAMPLES = 200;
  private static final int SHOWN = 3;
  private static final long KEPT = 15_000_000_000L;

  /** What one thread was seen doing. */
  private static final class Sample {
    final long at;
    final String what;

    Sample(long at, String what) {
      this.at = at;
      this.what = what;
    }
  }

  final int hash;
  final @Nullable Site site;
  final @Nullable ConnectionReader pool;
  final AtomicLong timeouts = new AtomicLong();
  private final Deque<Sample> waiting = new ArrayDeque<>();
  private final Deque<Sample> holding = new ArrayDeque<>();
  String name = "";

  Resource(Object resource, @Nullable ConnectionReader pool, @Nullable Site site) {
    super(resource);
    this.hash = System.identityHashCode(resource);
    this.pool = pool;
    this.site = site;
  }

  /** Also by an application's thread that was refused. */
  synchronized void waits(long now, String what) {
    add(waiting, now, what);
  }

  synchronized void holds(long now, String what) {
    add(holding, now, what);
  }

  private static void add(Deque<Sample> samples, long now, String what) {
    if (samples.size() >= SAMPLES) {
      samples.removeFirst();
    }
    samples.addLast(new Sample(now, what));
  }

  synchronized List<SiteCount> waitingAt(long now) {
    return counts(waiting, now);
  }

  synchronized List<SiteCount> heldAt(long now) {
    return counts(holding, now);
  }

  private static List<SiteCount> counts(Deque<Sample> samples, long now) {
    Map<String, Long> counts = new HashMap<>();
    samples.removeIf(sample -> now - sample.at > KEPT);
    samples.forEach(sample -> counts.merge(sample.what, 1L, Long::sum));
    List<SiteCount> rows = new ArrayList<>();
    counts.forEach((what, count) -> rows.add(new SiteCount(what, count)));
    rows.sort(Comparator.comparingLong(SiteCount::count).reversed().thenComparing(SiteCount::site));
    return rows.size() > SHOWN ? List.copyOf(rows.subList(0, SHOWN)) : rows;
  }
}
