package dev.snarl.snapshot;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One moment of the JVM. All counts named "cumulative" only grow while their key lives; rules take
 * differences between two snapshots of a {@link Timeline}.
 *
 * @param nanos {@link System#nanoTime()} when the snapshot was taken
 * @param at wall-clock time of the same moment
 * @param pools every known live executor, with its state
 * @param waits waits in progress on platform threads, bounded; empty in the older snapshots of a
 *     timeline, which keep only totals
 * @param blocked blocked time by call site, cumulative
 * @param pairs time during which two threads were held for one job, cumulative
 * @param fanOuts waits for several tasks at once, cumulative
 * @param serialWaits the busiest thread of each submit-and-wait site, over its last 10 s
 * @param starts platform-thread starts by call site, cumulative
 * @param builds executors built by call site, cumulative
 * @param coroutines coroutines, their dispatchers, and what blocks threads that must not block
 * @param health the agent's own drops, errors and cost, cumulative
 * @param environment facts of the JVM that rules depend on
 * @param pinned virtual threads that pinned their carriers, by call site, cumulative
 * @param libraries the use of libraries and of the common pool, cumulative
 * @param vitals memory, host and profile
 * @param crowds many threads in the same place, cumulative
 * @param lateTimers schedulers whose tasks were late, cumulative
 * @param stuckRuns tasks that wait where earlier runs went on
 * @param carriers virtual threads that wait for carriers, null while none does for long
 */
public record Snapshot(
    long nanos,
    Instant at,
    List<Pool> pools,
    List<Wait> waits,
    List<BlockedSite> blocked,
    List<DoubleHeld> pairs,
    List<FanOut> fanOuts,
    List<SerialWait> serialWaits,
    List<StartSite> starts,
    List<BuildSite> builds,
    Coroutines coroutines,
    Health health,
    Environment environment,
    List<PinnedSite> pinned,
    LibraryUse libraries,
    Vitals vitals,
    Crowds crowds,
    List<LateRuns> lateTimers,
    List<StuckRun> stuckRuns,
    @Nullable CarrierQueue carriers) {

  public Snapshot {
    pools = List.copyOf(pools);
    waits = List.copyOf(waits);
    blocked = List.copyOf(blocked);
    pairs = List.copyOf(pairs);
    fanOuts = List.copyOf(fanOuts);
    serialWaits = List.copyOf(serialWaits);
    starts = List.copyOf(starts);
    builds = List.copyOf(builds);
    pinned = List.copyOf(pinned);
    lateTimers = List.copyOf(lateTimers);
    stuckRuns = List.copyOf(stuckRuns);
  }

  /** Everything that has a queue and threads: the executors, and the dispatchers of coroutines. */
  public Stream<Pool> queues() {
    return Stream.concat(pools.stream(), coroutines.crews().stream());
  }

  /** The same snapshot without what goes on at its moment, small enough to keep for a minute. */
  public Snapshot totals() {
    return new Snapshot(
        nanos,
        at,
        pools.stream().map(Pool::withoutThreads).toList(),
        List.of(),
        blocked,
        pairs,
        fanOuts,
        serialWaits,
        starts,
        builds,
        coroutines.totals(),
        health,
        environment,
        pinned,
        libraries,
        vitals,
        crowds,
        lateTimers,
        List.of(),
        null);
  }

  /**
   * The agent's own health.
   *
   * @param errors suppressed errors by part, cumulative
   * @param dropped what did not fit, by table, cumulative
   * @param selfNanos CPU time of the agent's own threads, cumulative
   */
  public record Health(Map<String, Long> errors, Map<String, Long> dropped, long selfNanos) {
    public Health {
      errors = Map.copyOf(errors);
      dropped = Map.copyOf(dropped);
    }
  }

  /**
   * Facts of the JVM that rules depend on.
   *
   * @param javaFeature feature release: 17, 21, 25
   * @param processors {@link Runtime#availableProcessors()}
   * @param commonParallelism parallelism of the common fork-join pool, computed as the JDK does but
   *     without touching the pool
   * @param maxHeapBytes {@link Runtime#maxMemory()}
   * @param usedHeapBytes heap in use at this moment, including garbage
   * @param observedNanos for how long everything cumulative has been counted: since the agent
   *     began, or since the begin of the recording
   */
  public record Environment(
      int javaFeature,
      int processors,
      int commonParallelism,
      long maxHeapBytes,
      long usedHeapBytes,
      long observedNanos) {}
}
