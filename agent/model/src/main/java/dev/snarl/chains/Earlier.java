package dev.snarl.chains;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What earlier moments told of the lines at which threads wait, bounded. */
final class Earlier {
  private static final int MOST = 2_000;

  private final Map<String, String> calls = new HashMap<>();
  private final Map<String, List<Rest>> rests = new HashMap<>();

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
      rests.put(site, chain.stream().map(Rest::withoutFirst).toList());
    }
  }

  /** How the chain of the latest wait at that line went on that was explained; null for none. */
  @Nullable List<Rest> rest(@Nullable String site) {
    return site == null ? null : rests.get(site);
  }
}
