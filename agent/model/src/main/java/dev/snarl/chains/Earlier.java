package dev.snarl.chains;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What earlier moments told of the lines at which threads wait, bounded in number and age. */
final class Earlier {
  private static final int MOST = 2_000;
  private static final long KEPT = TimeUnit.MINUTES.toNanos(5);

  private record Followed(List<Rest> rests, long at) {}

  private final Map<String, String> calls = new HashMap<>();
  private final Map<String, Followed> rests = new HashMap<>();
  private long now;

  /** The moment of all that follows, which forgets what is older than five minutes. */
  void at(long nanos) {
    now = nanos;
    rests.values().removeIf(each -> now - each.at > KEPT);
  }

  /** A wait at that line is in that call. */
  void call(String site, String call) {
    if (calls.size() < MOST || calls.containsKey(site)) {
      calls.put(site, call);
    }
  }

  /** The waiting call at a line. */
  String call(String site) {
    return calls.getOrDefault(site, "get");
  }

  /** A wait at that line was followed; its chain begins with its own frame. */
  void followed(String site, List<Rest> chain) {
    boolean explained = chain.stream().allMatch(rest -> rest.end().explained());
    if (explained && (rests.size() < MOST || rests.containsKey(site))) {
      rests.put(site, new Followed(chain.stream().map(Rest::withoutFirst).toList(), now));
    }
  }

  /** How the chain of the latest wait there went on that was explained; null for none lately. */
  @Nullable List<Rest> rest(@Nullable String site) {
    Followed latest = site == null ? null : rests.get(site);
    return latest == null ? null : latest.rests;
  }
}
