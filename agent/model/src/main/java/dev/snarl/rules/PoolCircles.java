package dev.snarl.rules;

import dev.snarl.graph.Circle;
import dev.snarl.graph.WaitGraph;
import dev.snarl.snapshot.Pool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What findings say of a cycle that passes through the queues of pools. */
final class PoolCircles {
  private PoolCircles() {}

  /** The circles of a graph that pass through the queue of a pool, and through no lock. */
  static List<Circle> of(WaitGraph graph) {
    return graph.circles().stream().filter(Circle::queues).toList();
  }

  /** Names and construction sites of the pools: these persist while waits change. */
  static String key(Circle circle) {
    return circle.pools().stream().map(Pools::key).sorted().collect(Collectors.joining(" & "));
  }

  /** Where most of its threads wait, or where the first pool was built. */
  static String site(Circle circle) {
    String site = circle.site();
    return site == null ? Pools.site(circle.pools().get(0)) : site;
  }

  static Evidence evidence(Circle circle) {
    return new Evidence()
        .list("cycle", circle.lines())
        .list("pools", circle.pools().stream().limit(Circle.PRINTED).map(PoolCircles::row).toList())
        .put("poolCount", circle.pools().size())
        .put("stuckThreads", circle.waits().size())
        .put("alsoWaiting", circle.victims())
        .number("stuckSeconds", circle.stuckSeconds())
        .list("sites", siteRows(circle));
  }

  private static List<Map<String, Object>> siteRows(Circle circle) {
    List<Map<String, Object>> rows = new ArrayList<>();
    circle
        .sites()
        .forEach(
            (site, threads) -> {
              if (rows.size() < Circle.PRINTED) {
                rows.add(new Evidence().put("site", site).put("threads", threads).map());
              }
            });
    return rows;
  }

  private static Map<String, Object> row(Pool pool) {
    return new Evidence()
        .put("pool", pool.name())
        .put("threads", pool.threads().size())
        .put("max", pool.max() == Integer.MAX_VALUE ? "unlimited" : pool.max())
        .put("queued", pool.queued() < 0 ? null : pool.queued())
        .put("site", pool.site())
        .map();
  }
}
