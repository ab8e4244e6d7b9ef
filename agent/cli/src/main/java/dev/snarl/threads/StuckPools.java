package dev.snarl.threads;

import dev.snarl.graph.Circle;
import dev.snarl.graph.Criteria;
import dev.snarl.rules.Evidence;
import dev.snarl.rules.Severity;
import dev.snarl.snapshot.Certainty;
import dev.snarl.text.Figures;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Pools that are likely to be stuck, since nobody in the dump can complete what they wait for. */
final class StuckPools {
  private final Map<String, List<View>> pools;
  private final List<View> stuck;
  private final boolean deadlock;
  private final boolean lasting;

  StuckPools(DumpWaits waits) {
    Criteria likely = DumpWaits.PROOF.likely();
    // A future may be queued at any of the pools: they are in one circle, or in none.
    this.pools = closed(waits, likely.untilDeadlines()) ? waits.futures().pools() : Map.of();
    this.stuck = pools.values().stream().flatMap(List::stream).toList();
    this.deadlock = closed(waits, likely);
    this.lasting = waits.futures().lasting();
  }

  private static boolean closed(DumpWaits waits, Criteria criteria) {
    return waits.graph(criteria).circles().stream().anyMatch(circle -> !circle.pools().isEmpty());
  }

  boolean contains(View view) {
    return pools.getOrDefault(view.poolKey(), List.of()).contains(view);
  }

  List<Claim> claims() {
    if (pools.isEmpty()) {
      return List.of();
    }
    List<String> names = pools.values().stream().map(threads -> threads.get(0).pool()).toList();
    View first = commonest(stuck);
    String who =
        stuck.size() == 1
            ? "the only thread of " + names.get(0) + " waits"
            : "all %s of %s wait"
                .formatted(
                    Figures.plural(stuck.size(), "thread"),
                    names.size() > 1
                        ? Figures.plural(names.size(), "pool") + " (" + brief(names) + ")"
                        : names.get(0));
    return List.of(
        new Claim(
            deadlock ? "pool-deadlock" : "pool-starvation",
            names.stream().sorted().collect(Collectors.joining(" & ")),
            deadlock && lasting ? Severity.CRITICAL : Severity.WARNING,
            Certainty.LIKELY,
            first.siteText(),
            deadlock
                ? "Deadlock: %s for futures, and no thread works on one".formatted(who)
                : "%s for futures until a timeout, and no thread works on one"
                    .formatted(Character.toUpperCase(who.charAt(0)) + who.substring(1)),
            evidence(),
            stuck.size(),
            Map.of(),
            "Run the inner tasks on an executor of their own, or compose instead of waiting:"
                + " thenCompose(…) for join(), a callback for get(). More threads only move the"
                + " limit. The agent proves it, with the queue: java -jar snarl.jar attach PID."));
  }

  private Evidence evidence() {
    List<String> lines = new ArrayList<>();
    for (View view : stuck.subList(0, Math.min(Circle.PRINTED, stuck.size()))) {
      Blocker on = view.thread().blocker();
      lines.add(
          "%s → %s at %s%s"
              .formatted(
                  view.thread().label(),
                  Names.call(view.blockedIn()),
                  view.siteText(),
                  on == null ? "" : " → " + on.type() + " " + on.id()));
    }
    List<Map<String, Object>> rows = new ArrayList<>();
    pools.forEach(
        (key, threads) ->
            rows.add(
                new Evidence()
                    .put("pool", threads.get(0).pool())
                    .put("threads", threads.size())
                    .map()));
    Set<FutureKind> kinds = EnumSet.noneOf(FutureKind.class);
    stuck.forEach(view -> kinds.add(view.awaits()));
    return new Evidence()
        .list("waits", lines)
        .list("pools", rows)
        .put("poolCount", pools.size())
        .put("stuckThreads", stuck.size())
        .put("timedWaits", stuck.stream().filter(View::timed).count())
        .list("sites", Names.counted(stuck, View::siteText))
        .put("notShown", "whether these pools may grow, and what is in their queues");
  }

  private static String brief(List<String> names) {
    List<String> distinct = names.stream().distinct().toList();
    return String.join(", ", distinct.subList(0, Math.min(3, distinct.size())))
        + (distinct.size() > 3 ? ", …" : "");
  }

  private static View commonest(List<View> waiting) {
    Object most = Names.counted(waiting, View::siteText).get(0).get("name");
    return waiting.stream().filter(v -> v.siteText().equals(most)).findFirst().orElseThrow();
  }
}
