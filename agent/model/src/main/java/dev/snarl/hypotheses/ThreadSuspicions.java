package dev.snarl.hypotheses;

import dev.snarl.snapshot.CarrierQueue;
import dev.snarl.snapshot.Coroutines;
import dev.snarl.snapshot.Pool.Kind;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.text.Figures;
import dev.snarl.text.Words;
import java.util.List;

/**
 * Suspicions about threads: two held for one job, started too often, blocked where blocking is
 * forbidden.
 */
final class ThreadSuspicions {
  private static final double NANOS = Figures.NANOS;
  private static final int VIRTUAL_THREADS_SINCE = 21;

  static final List<Suspicion> ALL =
      List.of(
          new Suspicion(
              "two-threads-per-job",
              "two threads are held for one job",
              "/api/waits",
              "docs/findings/async-blocking-pair.md",
              List.of("async-blocking-pair"),
              ThreadSuspicions::pairs),
          new Suspicion(
              "thread-per-task",
              "a thread is started for every task",
              "/api/threads",
              "docs/findings/thread-per-task.md",
              List.of("thread-per-task"),
              ThreadSuspicions::starts),
          new Suspicion(
              "blocked-event-loop",
              "a thread of an event loop or of Dispatchers.Default is blocked",
              "/api/executors",
              "docs/findings/blocking-in-coroutine.md",
              List.of("blocking-in-coroutine"),
              ThreadSuspicions::loops),
          new Suspicion(
              "virtual-thread-pinning",
              "virtual threads are pinned to their carriers",
              "/api/findings",
              "docs/findings/virtual-thread-pinned.md",
              List.of("virtual-thread-pinned"),
              ThreadSuspicions::pinned));

  private ThreadSuspicions() {}

  private static Opinion pairs(Facts facts) {
    double held = facts.grew(Snapshot::pairs, pair -> pair.heldNanos()) / NANOS;
    String number = "%s of thread time held twice".formatted(Figures.time(held));
    if (held == 0 && !facts.someWork()) {
      return Opinion.notSeen("too little was done in the last minute");
    }
    return Opinion.over(facts.seconds(), held < 0.5 ? Answer.FALSE : Answer.NOT_SEEN, number);
  }

  private static Opinion starts(Facts facts) {
    double seconds = facts.seconds();
    long young = facts.grew(Snapshot::starts, start -> start.endedYoung());
    long started = facts.grew(Snapshot::starts, start -> start.started());
    if (!facts.someWork() || seconds <= 0) {
      return Opinion.notSeen("too little was done in the last minute");
    }
    return Opinion.over(
        seconds,
        young / seconds < 0.5 ? Answer.FALSE : Answer.NOT_SEEN,
        "%s threads started a second, %s a second ended young"
            .formatted(Figures.number(started / seconds), Figures.number(young / seconds)));
  }

  private static Opinion loops(Facts facts) {
    Snapshot latest = facts.latest();
    Coroutines coroutines = latest.coroutines();
    boolean any =
        !coroutines.dispatchers().isEmpty()
            || latest.pools().stream().anyMatch(pool -> pool.kind() == Kind.EVENT_LOOP);
    if (!any) {
      return Opinion.notSeen("no event loop and no coroutine dispatcher is known here");
    }
    double seconds = facts.seconds();
    double blocked = facts.grew(now -> now.coroutines().blocking(), site -> site.nanos()) / NANOS;
    double share = seconds > 0 ? blocked / seconds : 0;
    return Opinion.over(
        seconds,
        share < 0.02 ? Answer.FALSE : Answer.NOT_SEEN,
        "%s of thread time blocked there".formatted(Figures.time(blocked)));
  }

  private static Opinion pinned(Facts facts) {
    int java = facts.latest().environment().javaFeature();
    if (java < VIRTUAL_THREADS_SINCE) {
      return Opinion.now(Answer.FALSE, "Java " + java + " has no virtual threads");
    }
    CarrierQueue queue = facts.latest().carriers();
    for (CarrierQueue.Holder holder :
        queue == null ? List.<CarrierQueue.Holder>of() : queue.holders()) {
      if (holder.blockedIn() != null) { // the recorder tells of a pin when it is over
        return Opinion.now(
            Answer.TRUE,
            "%s pinned in %s for half a second or longer"
                .formatted(
                    Figures.plural(holder.carriers(), "carrier"), Words.call(holder.blockedIn())));
      }
    }
    double held = facts.grew(Snapshot::pinned, site -> site.nanos()) / NANOS;
    if (!facts.latest().vitals().profile().recorder().running()) {
      return Opinion.notSeen("no virtual thread was started, or the flight recorder does not run");
    }
    return Opinion.over(
        facts.seconds(),
        held == 0 ? Answer.FALSE : Answer.NOT_SEEN,
        "carriers were held for %s".formatted(Figures.time(held)));
  }
}
