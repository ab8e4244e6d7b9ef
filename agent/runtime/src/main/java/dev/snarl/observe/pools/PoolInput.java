package dev.snarl.observe.pools;

import dev.snarl.observe.sites.Input;
import dev.snarl.observe.sites.Look;
import dev.snarl.snapshot.LibraryUse;
import dev.snarl.snapshot.Pool.SiteCount;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How much of what a pool's busy threads do is waiting for input. The observer's thread only. */
public final class PoolInput {

  private static final int MOST_CALLS = 20;

  private long samples;
  private final Map<String, long[]> kinds = new HashMap<>();
  private final Map<String, long[]> calls = new HashMap<>();

  void add(Look look) {
    samples++;
    Input input = look.input();
    if (input != null) {
      count(kinds, input.kind());
      count(calls, input.call() + " at " + look.site().text);
    }
  }

  private static void count(Map<String, long[]> counts, String what) {
    if (counts.size() < MOST_CALLS || counts.containsKey(what)) {
      counts.computeIfAbsent(what, w -> new long[1])[0]++;
    }
  }

  /** Null while nothing was seen to wait. */
  public LibraryUse.@Nullable PoolInput record(long pool) {
    return kinds.isEmpty()
        ? null
        : new LibraryUse.PoolInput(pool, samples, sorted(kinds), sorted(calls));
  }

  private static List<SiteCount> sorted(Map<String, long[]> counts) {
    List<SiteCount> rows = new ArrayList<>();
    counts.forEach((what, count) -> rows.add(new SiteCount(what, count[0])));
    rows.sort(Comparator.comparingLong(SiteCount::count).reversed());
    return rows;
  }
}
