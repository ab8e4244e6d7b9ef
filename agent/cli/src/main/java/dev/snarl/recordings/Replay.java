package dev.snarl.recordings;

import dev.snarl.chains.ChainSum;
import dev.snarl.chains.ChainTree;
import dev.snarl.chains.HeaviestChain;
import dev.snarl.rules.Finding;
import dev.snarl.rules.Ledger;
import dev.snarl.rules.Rules;
import dev.snarl.snapshot.Coroutines;
import dev.snarl.snapshot.Crowds;
import dev.snarl.snapshot.History;
import dev.snarl.snapshot.LibraryUse;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Snapshot.Environment;
import dev.snarl.snapshot.Snapshot.Health;
import dev.snarl.snapshot.StartSite;
import dev.snarl.snapshot.Timeline;
import dev.snarl.snapshot.Wait;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Goes through a recording from its begin to its end, moment by moment, as the agent's observer
 * would have: the same snapshots, the same rules, the same chains. Only rules are asked whose facts
 * events carry. Linear in moments times the waits in progress.
 */
final class Replay {
  /** What these look at stands in events. */
  private static final Set<String> RULES =
      Set.of(
          "heap-pressure",
          "async-blocking-pair",
          "lock-contention",
          "thread-per-task",
          "virtual-thread-pinned",
          "common-pool-blocking");

  private static final long SECOND = 1_000_000_000L;
  private static final long SHORTEST_STEP = 20_000_000L;
  private static final int MOMENTS = 3_000;
  private static final int MOST_FRAMES = 2_000;

  private final Recording recording;
  private final Threads threads;
  private final Ledger ledger;
  private final Map<String, Finding> findings = new LinkedHashMap<>();
  private final ChainSum chains = new ChainSum(MOST_FRAMES);
  private final History history = new History();
  private final Groups groups = new Groups();
  private final PairTable pairs;
  private final LockTable locks = new LockTable();
  private final Common common = new Common();
  private final Starts starts;

  /** As the JDK computes it; futures have a thread for each task only where it is 1 at most. */
  private final int commonParallelism;

  private final Vital vital;
  private @Nullable Timeline timeline;

  Replay(Recording recording, Threads threads, String application) {
    this.recording = recording;
    this.threads = threads;
    boolean threadPerTask =
        recording.starts.stream()
            .anyMatch(
                start ->
                    start.factory() == StartSite.Factory.COMPLETABLE_FUTURE
                        || start.factory() == StartSite.Factory.HTTP_CLIENT);
    this.commonParallelism = threadPerTask ? 1 : Math.max(1, recording.processors - 1);
    this.pairs = new PairTable(recording);
    this.starts = new Starts(recording);
    this.vital = new Vital(recording);
    this.ledger =
        new Ledger(
            application,
            Rules.ALL.stream().filter(rule -> RULES.contains(rule.id())).toList(),
            rule -> Ledger.Setting.DEFAULT,
            threads::library,
            site -> HeaviestChain.from(chains.tree(), site));
  }

  void run() {
    long step = Math.max(SHORTEST_STEP, Math.min(SECOND, recording.nanos() / MOMENTS));
    each(step, (at, moment) -> pairs.look(moment));
    long[] judged = {Long.MIN_VALUE};
    each(
        step,
        (at, moment) -> {
          Snapshot snapshot = at(at, moment, step);
          chains.add(snapshot);
          if (judged[0] == Long.MIN_VALUE || at - judged[0] >= SECOND) {
            judged[0] = at;
            judge(history.add(snapshot));
          }
        });
  }

  private interface Visitor {
    void visit(long at, Moment moment);
  }

  private void each(long step, Visitor visitor) {
    List<Interval> open = new ArrayList<>();
    int next = 0;
    for (long at = recording.begin;
        at <= recording.end;
        at = open.isEmpty() ? recording.orNext(at + step) : at + step) {
      while (next < recording.waits.size() && recording.waits.get(next).from() <= at) {
        open.add(recording.waits.get(next++));
      }
      long now = at;
      open.removeIf(wait -> wait.to() <= now);
      visitor.visit(at, Moment.of(at, open));
    }
  }

  private void judge(Timeline now) {
    timeline = now;
    ledger.update(now);
    ledger.open().forEach(finding -> findings.put(finding.id(), finding));
  }

  private Snapshot at(long at, Moment moment, long step) {
    Map<Long, Long> workers = pairs.add(moment, step);
    locks.add(moment, threads, step);
    common.add(moment, step);
    groups.add(moment, threads, step);
    starts.upTo(at);
    List<Wait> waits = moment.needs(workers, threads, groups);
    int processors = Math.max(1, recording.processors);
    return new Snapshot(
        at,
        Instant.ofEpochSecond(at / SECOND, at % SECOND),
        groups.pools(),
        waits,
        List.of(),
        pairs.rows(),
        List.of(),
        List.of(),
        starts.sites(),
        List.of(),
        Coroutines.NONE,
        new Health(Map.of(), Map.of(), 0),
        new Environment(
            recording.feature(),
            processors,
            commonParallelism,
            Math.max(0, recording.maxHeapBytes),
            0,
            at - recording.begin),
        starts.pinned(),
        new LibraryUse(List.of(), List.of(), List.of(), common.rows()),
        vital.at(at, groups.waits()),
        new Crowds(locks.rows(), List.of(), List.of()),
        List.of(),
        List.of(),
        null);
  }

  /** Whatever was true at some time of the recording, as it was seen last. */
  Collection<Finding> findings() {
    return findings.values();
  }

  ChainTree chains() {
    return chains.tree();
  }

  /** The last minute of the recording; null if it has no moment. */
  @Nullable Timeline timeline() {
    return timeline;
  }
}
