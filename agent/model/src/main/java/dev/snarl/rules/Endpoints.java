package dev.snarl.rules;

import dev.snarl.snapshot.Request;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Wait;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which requests the threads worked on that waited at a line in the last minute, as far as
 * snapshots saw them. Each wait counts once, also those of no known request. At most {@value
 * #MOST_SITES} lines and {@value #WAITS_EACH} waits of each are kept. Belongs to the observer
 * thread; one pass over the waits of a snapshot if any has a request.
 */
final class Endpoints {
  static final int MOST_SITES = 500;
  static final int WAITS_EACH = 64;
  private static final int EXAMPLES = 3;
  private static final long KEPT_NANOS = 60_000_000_000L;

  private record Sample(long nanos, @Nullable Request request) {
    @Nullable String route() {
      return request == null ? null : request.route();
    }

    @Nullable String traceId() {
      return request == null ? null : request.traceId();
    }
  }

  /**
   * The endpoint of most waits at a line.
   *
   * @param route null if no endpoint has more than half of them
   * @param share of the waits that are of this endpoint
   * @param traceIds the latest of its waits, or of all where there is no route; at most three
   */
  record Endpoint(@Nullable String route, double share, List<String> traceIds) {
    static final Endpoint NONE = new Endpoint(null, 0, List.of());

    String title(String title) {
      return route == null ? title : route + ": " + title;
    }

    Map<String, Object> addTo(Map<String, Object> evidence) {
      if (route == null && traceIds.isEmpty()) {
        return evidence;
      }
      Evidence more = Evidence.of(evidence).put("route", route);
      if (route != null && share < 1) {
        more.number("routeShare", share);
      }
      return more.list("traceIds", traceIds).map();
    }
  }

  private final Map<String, Map<Long, Sample>> sites = new HashMap<>();

  void add(Snapshot snapshot) {
    long now = snapshot.nanos();
    sites.values().forEach(waits -> waits.values().removeIf(old -> now - old.nanos > KEPT_NANOS));
    sites.values().removeIf(Map::isEmpty);
    boolean any = snapshot.waits().stream().anyMatch(wait -> wait.request() != null);
    if (!any && sites.isEmpty()) {
      return;
    }
    for (Wait wait : snapshot.waits()) {
      String site = wait.site();
      if (site != null && (sites.containsKey(site) || sites.size() < MOST_SITES)) {
        Map<Long, Sample> waits = sites.computeIfAbsent(site, key -> new LinkedHashMap<>());
        waits.remove(wait.id()); // to be the latest
        waits.put(wait.id(), new Sample(now, wait.request()));
        if (waits.size() > WAITS_EACH) {
          waits.remove(waits.keySet().iterator().next());
        }
      }
    }
  }

  Endpoint at(String site) {
    Map<Long, Sample> waits = sites.get(site);
    if (waits == null) {
      return Endpoint.NONE;
    }
    Map<String, Integer> routes = new HashMap<>();
    for (Sample sample : waits.values()) {
      String route = sample.route();
      if (route != null) {
        routes.merge(route, 1, Integer::sum);
      }
    }
    String most =
        routes.entrySet().stream()
            .max(Comparator.comparing(Map.Entry<String, Integer>::getValue))
            .filter(entry -> 2 * entry.getValue() > waits.size())
            .map(Map.Entry::getKey)
            .orElse(null);
    double share = most == null ? 0 : routes.getOrDefault(most, 0) / (double) waits.size();
    return new Endpoint(most, share, examples(waits, most));
  }

  private static List<String> examples(Map<Long, Sample> waits, @Nullable String route) {
    List<Sample> latest = new ArrayList<>(waits.values());
    latest.sort(Comparator.comparingLong(Sample::nanos).reversed());
    List<String> examples = new ArrayList<>();
    for (Sample sample : latest) {
      String id = sample.traceId();
      if (id != null
          && (route == null || route.equals(sample.route()))
          && examples.size() < EXAMPLES
          && !examples.contains(id)) {
        examples.add(id);
      }
    }
    return examples;
  }
}
