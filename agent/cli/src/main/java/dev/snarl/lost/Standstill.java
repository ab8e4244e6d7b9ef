package dev.snarl.lost;

import dev.snarl.graph.Criteria;
import dev.snarl.graph.WaitGraph;
import dev.snarl.heap.graph.HeapDump;
import dev.snarl.rules.Evidence;
import dev.snarl.rules.Finding;
import dev.snarl.rules.FindingId;
import dev.snarl.rules.Rule;
import dev.snarl.rules.RulePage;
import dev.snarl.rules.Rules;
import dev.snarl.rules.Severity;
import dev.snarl.rules.Thresholds;
import dev.snarl.rules.Verdict;
import dev.snarl.snapshot.Coroutines;
import dev.snarl.snapshot.Crowds;
import dev.snarl.snapshot.LibraryUse;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import dev.snarl.snapshot.Vitals;
import dev.snarl.snapshot.Wait;
import dev.snarl.text.Figures;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who waits for whom in a heap dump, judged by the rules that judge a running JVM. A dump is one
 * moment: what the rules say of durations is left out. Of a dump that is damaged nothing is said,
 * since what it lacks may end any wait.
 */
public final class Standstill {
  private static final List<String> RULES =
      List.of("lock-deadlock", "pool-deadlock", "pool-starvation", "async-blocking-pair");

  /** What rules say of time. */
  private static final Set<String> OF_TIME =
      Set.of(
          "stuckSeconds",
          "heldThreadSeconds",
          "heldThreadSecondsTotal",
          "windowSeconds",
          "progressSeconds",
          "completed");

  private static final int FEWEST_PAIRS = 3;
  private static final int MOST_OBJECTS = 24;

  private final HeapDump dump;
  private final Moment moment;
  private final Pairs pairs;
  private final Instant at;
  private final List<Finding> findings = new ArrayList<>();

  private Standstill(HeapDump dump, Beside beside) {
    this.dump = dump;
    this.at = Instant.ofEpochMilli(dump.millis());
    this.moment = new Moment(dump, beside);
    WaitGraph stuck =
        new WaitGraph(moment.waits(), moment.pools(), Criteria.proof(0).untilDeadlines());
    this.pairs = new Pairs(dump, moment, stuck);
    Timeline timeline = new Timeline(List.of(snapshot()));
    for (Rule rule : Rules.ALL) {
      if (RULES.contains(rule.id())) {
        rule.judge(timeline, thresholds(rule)).forEach(verdict -> add(rule.id(), verdict));
      }
    }
    moment.pools().stream().filter(pool -> !stuck.closed(pool.id())).forEach(this::saturated);
  }

  /** The findings of a dump, the gravest first. */
  public static List<Finding> of(HeapDump dump, Beside beside) {
    if (dump.damage() != null || dump.threads().all().isEmpty()) {
      return List.of();
    }
    List<Finding> findings = new Standstill(dump, beside).findings;
    findings.sort(Comparator.comparing(Finding::severity).reversed());
    return List.copyOf(findings);
  }

  private Snapshot snapshot() {
    return new Snapshot(
        0,
        at,
        moment.pools(),
        moment.waits(),
        List.of(),
        pairs.held(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Coroutines.NONE,
        new Snapshot.Health(Map.of(), Map.of(), 0),
        new Snapshot.Environment(0, 0, 0, 0, 0, 0),
        List.of(),
        LibraryUse.NONE,
        Vitals.NONE,
        new Crowds(List.of(), List.of(), List.of()),
        List.of(),
        List.of(),
        null);
  }

  private static Thresholds thresholds(Rule rule) {
    return Thresholds.of(rule.defaults(), Map.of("minWaits", 1.0));
  }

  private void add(String rule, Verdict verdict) {
    Evidence evidence = new Evidence();
    if (!verdict.evidence().containsKey("certainty")) {
      evidence.put("certainty", "proved");
    }
    verdict
        .evidence()
        .forEach(
            (key, value) -> {
              if (!OF_TIME.contains(key)) {
                evidence.put(key, value);
              }
            });
    boolean seldom = rule.equals("async-blocking-pair") && verdict.count() < FEWEST_PAIRS;
    add(
        rule,
        seldom ? Severity.INFO : verdict.severity(),
        verdict.key(),
        verdict.site(),
        verdict.title(),
        evidence,
        objects(verdict),
        verdict.count(),
        verdict.remedy());
  }

  private List<Integer> objects(Verdict verdict) {
    if (verdict.evidence().get("cycle") instanceof List<?> lines) {
      return moment.waits().stream()
          .filter(
              wait ->
                  lines.stream().anyMatch(line -> line.toString().startsWith(name(wait) + " → ")))
          .map(wait -> (int) wait.thread().id())
          .toList();
    }
    return pairs.objects(verdict.key());
  }

  private static String name(Wait wait) {
    return wait.thread().name();
  }

  private void add(
      String rule,
      Severity severity,
      String key,
      String site,
      String title,
      Evidence evidence,
      List<Integer> objects,
      long count,
      String remedy) {
    List<String> addresses =
        objects.stream()
            .limit(MOST_OBJECTS)
            .map(node -> "0x" + Long.toHexString(dump.address(node)))
            .toList();
    if (!addresses.isEmpty()) {
      evidence.put("oql", "SELECT * FROM OBJECTS " + String.join(",", addresses));
    }
    findings.add(
        new Finding(
            rule,
            severity,
            "",
            site,
            title,
            at,
            at,
            count,
            evidence.map(),
            Map.of(),
            remedy,
            RulePage.path(rule),
            FindingId.of(rule, key),
            false));
  }

  /** Of one moment: how long its tasks wait is not in a dump. */
  private void saturated(Pool pool) {
    if (pool.canGrow()
        || pool.size() == 0
        || pool.queued() < pool.size()
        || pool.active() < pool.size()
        || pool.kind() != Pool.Kind.THREAD_POOL) {
      return;
    }
    Map<String, Integer> places = new LinkedHashMap<>();
    for (long thread : pool.threads()) {
      String place = moment.site(moment.stack(thread));
      if (!place.isEmpty()) {
        places.merge(place, 1, Integer::sum);
      }
    }
    String most =
        places.entrySet().stream()
            .max(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey)
            .orElse("");
    add(
        "pool-saturated",
        Severity.INFO,
        pool.name(),
        most,
        "%s is saturated: %s, %s waiting%s"
            .formatted(
                pool.name(),
                pool.size() == 1
                    ? "its only thread is busy"
                    : "all %s threads busy".formatted(pool.size()),
                Figures.plural(pool.queued(), "task"),
                most.isEmpty() ? "" : ", most threads at " + most),
        new Evidence()
            .put("certainty", "proved")
            .put("pool", pool.name())
            .put("threads", pool.size())
            .put("queued", pool.queued()),
        List.of((int) pool.id()),
        pool.queued(),
        "Shorten what its threads do there, or give it the threads that the load needs. How long"
            + " tasks wait, and how many threads that would take, shows the agent: java -jar"
            + " snarl.jar attach PID.");
  }
}
