package dev.snarl.rules;

import dev.snarl.graph.Edge;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.SpentPermits;
import dev.snarl.snapshot.SpentPermits.Other;
import dev.snarl.snapshot.ThreadRef;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import dev.snarl.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A pool most of whose threads wait for permits of one semaphore of which none is given back, while
 * tasks queue behind them or other threads wait for theirs; or virtual threads that wait so, and
 * become more. Needs one snapshot; linear in the waiters.
 */
final class PermitsExhausted implements Rule {
  static final String ID = "permits-exhausted";

  private static final Declaration DECLARATION =
      new Declaration(
          ID,
          Family.WASTED_THREADS,
          "threads wait for permits, and none is given back",
          Cost.threads("waitingThreads", "threads wait for permits", 10.0),
          Defaults.of(
              "stillSeconds",
              10.0,
              "unheldSeconds",
              30.0,
              "minThreads",
              2.0,
              "minShare",
              0.5,
              "minVirtualThreads",
              10.0),
          Severity.WARNING);

  private static final int SHOWN = 5;

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    Snapshot now = timeline.latest();
    List<Verdict> verdicts = new ArrayList<>();
    for (SpentPermits permits : now.crowds().permits()) {
      // Who holds a lock for long is no leak.
      if (!permits.searched() || (permits.stamps() && !permits.others().isEmpty())) {
        continue;
      }
      // A timer or a callback that will give them back is on no stack.
      String least = permits.others().isEmpty() ? "unheldSeconds" : "stillSeconds";
      if (permits.stillNanos() >= thresholds.get(least) * Figures.NANOS) {
        now.pools().stream()
            .filter(pool -> holdsUp(permits, pool, now, thresholds))
            .forEach(pool -> verdicts.add(verdict(permits, pool)));
      }
      // Nobody queues behind virtual threads: work is lost if ever more of them come.
      if (permits.arrived() >= thresholds.get("minVirtualThreads")
          && permits.stillNanos() >= thresholds.get("unheldSeconds") * Figures.NANOS) {
        verdicts.add(ofVirtual(permits));
      }
    }
    return verdicts;
  }

  /**
   * Consumers that wait for a sign have nobody behind them. Where no task of the pool has ever
   * ended, the permits may be a gate that was never open, unless another thread is past it.
   */
  private static boolean holdsUp(
      SpentPermits permits, Pool pool, Snapshot now, Thresholds thresholds) {
    long waiting = waiters(permits, pool).size();
    double still = thresholds.get("stillSeconds") * Figures.NANOS;
    return waiting >= thresholds.get("minThreads")
        && waiting >= thresholds.get("minShare") * pool.size()
        && (pool.completed() > 0 || !permits.others().isEmpty())
        && !comesFromAQueue(permits, pool, now)
        && (keepsTasks(pool, still) || awaited(permits, pool, now, still));
  }

  /** Whether queued tasks will likely give some back: that is starvation, and no permit is lost. */
  private static boolean comesFromAQueue(SpentPermits permits, Pool pool, Snapshot now) {
    Set<Long> waiters = waiters(permits, pool);
    return Edge.of(now.waits()).stream()
        .anyMatch(
            edge ->
                edge.step() instanceof Need.Queued && waiters.contains(edge.cause().thread().id()));
  }

  private static boolean keepsTasks(Pool pool, double still) {
    return pool.queued() > 0 && pool.saturatedNanos() >= still && !pool.canGrow();
  }

  /** Whether other threads have waited that long for tasks of these. */
  private static boolean awaited(SpentPermits permits, Pool pool, Snapshot now, double still) {
    Set<Long> waiters = waiters(permits, pool);
    return Edge.of(now.waits()).stream()
        .anyMatch(
            edge ->
                edge.step() instanceof Need.Running task
                    && waiters.contains(task.thread().id())
                    && edge.cause().blockedNanos() >= still);
  }

  /** The ids of the pool's threads that wait. */
  private static Set<Long> waiters(SpentPermits permits, Pool pool) {
    return permits.waiters().stream()
        .filter(thread -> Objects.equals(thread.pool(), pool.id()))
        .map(ThreadRef::id)
        .collect(Collectors.toSet());
  }

  private static Verdict verdict(SpentPermits permits, Pool pool) {
    long waiting = waiters(permits, pool).size();
    return verdict(
        permits,
        Pools.key(pool),
        "%d of %d threads of %s wait for %s, and none was given back for %s"
            .formatted(waiting, pool.size(), pool.name(), what(permits), still(permits)),
        waiting,
        new Evidence()
            .put("pool", pool.name())
            .put("call", permits.call())
            .put("waitingThreads", waiting)
            .put("threads", pool.size())
            .put("queued", pool.queued()));
  }

  private static Verdict ofVirtual(SpentPermits permits) {
    return verdict(
        permits,
        "virtual threads",
        "%d virtual threads wait for %s, and none was given back for %s, in which %d of them came"
            .formatted(permits.virtual(), what(permits), still(permits), permits.arrived()),
        permits.virtual(),
        new Evidence()
            .put("call", permits.call())
            .put("waitingThreads", permits.virtual())
            .put("arrived", permits.arrived()));
  }

  private static String what(SpentPermits permits) {
    return permits.stamps() ? "stamps of a lock" : "permits";
  }

  private static String still(SpentPermits permits) {
    return Figures.time(permits.stillNanos() / Figures.NANOS);
  }

  private static Verdict verdict(
      SpentPermits permits, String who, String title, long waiting, Evidence evidence) {
    List<Other> others = permits.others();
    return new Verdict(
        who + " waits for permits at " + permits.site(),
        Severity.WARNING,
        permits.site(),
        title + ": " + takers(others),
        evidence
            .number("stillSeconds", permits.stillNanos() / Figures.NANOS)
            .list("mayHoldPermits", others.stream().limit(SHOWN).map(Other::thread).toList())
            .put("holderSite", others.isEmpty() ? null : others.get(0).site())
            .put("holderBlockedIn", others.isEmpty() ? null : others.get(0).blockedIn())
            .map(),
        waiting,
        permits.stamps()
            ? "Give a read stamp back before writeLock(), or try tryConvertToWriteLock(stamp): a"
                + " thread that reads and asks for the write lock waits for itself. Call unlock(stamp)"
                + " in a finally block. Nothing but a restart gives the lost stamp back."
            : others.isEmpty()
                ? "Call release() in a finally block that begins right after acquire(). Nothing but a"
                    + " restart gives the lost permits back. java -jar snarl.jar lost PID proves whether"
                    + " anybody still can."
                : "Give what is done with a permit a time-out, and acquire the permit with one:"
                    + " tryAcquire(time, unit).");
  }

  private static String takers(List<Other> others) {
    if (others.isEmpty()) {
      return "no other thread runs the code that takes them, so they were likely never given back";
    }
    Other first = others.get(0);
    return "%s may hold them%s"
        .formatted(
            others.size() == 1 ? first.thread() : first.thread() + " and others",
            first.blockedIn() == null
                ? ""
                : ", blocked in %s at %s".formatted(Words.call(first.blockedIn()), first.site()));
  }
}
