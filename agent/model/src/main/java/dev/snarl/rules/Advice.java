package dev.snarl.rules;

import dev.snarl.sizing.Limit;
import dev.snarl.sizing.PoolSizing;
import dev.snarl.sizing.Work;
import dev.snarl.snapshot.Pool;
import dev.snarl.text.Figures;
import org.jspecify.annotations.Nullable;

/** What a saturated pool needs, in words: the numbers are those of its sizing. */
final class Advice {
  /** The pool behind such a queue may be idle. */
  static final String LIMITER =
      "More threads do not help: this queue in front of their pool hands on no more tasks at a time."
          + " Raise its limit if what the tasks use allows that, as OkHttp's setMaxRequestsPerHost;"
          + " give tasks that need no order to the pool itself; or make each shorter.";

  private Advice() {}

  /** What limits it: the label of a {@link Limit}, or {@code backlog}. */
  static @Nullable String limitedBy(@Nullable PoolSizing sizing) {
    if (sizing == null) {
      return null;
    }
    // Its size is right for what arrives, so what fills the queue arrived before.
    return sizing.limit() == Limit.NOTHING ? "backlog" : sizing.limit().label();
  }

  static @Nullable Integer threads(@Nullable PoolSizing sizing) {
    return sizing == null || sizing.advised().isEmpty() ? null : sizing.advised().getAsInt();
  }

  static String remedy(@Nullable PoolSizing sizing) {
    if (sizing == null) {
      return "Look at what its threads do (blockedIn): nothing, or nothing countable, was completed"
          + " in the window. More threads do not help tasks that never end. java -jar snarl.jar"
          + " lost PID proves which of them nobody can wake any more.";
    }
    Pool pool = sizing.pool();
    Work work = sizing.work();
    int advised = sizing.advised().orElse(pool.size());
    String rates =
        "%s tasks/s arrive, each takes %s"
            .formatted(Figures.number(work.perSecond()), Figures.time(work.seconds()));
    return switch (sizing.limit()) {
      case PERMITS ->
          scarce(
              sizing, rates, "waiting for permits", "Give more permits, or give each back sooner.");
      case LOCK ->
          scarce(
              sizing,
              rates,
              "waiting for a lock",
              "Hold the lock for less, or share less behind it.");
      case OTHERS ->
          scarce(
              sizing,
              rates,
              "waiting for what other threads give back or do",
              "Find what is scarce (connections, another pool) and size that.");
      case CPU ->
          ("%s, %s of it on a processor: %s cannot do more with threads than %s give. Make the task"
                  + " cheaper, send fewer, or add machines; and bound the queue.")
              .formatted(
                  rates,
                  Figures.time(work.cpuSeconds()),
                  Figures.plural(sizing.demand().processors(), "processor"),
                  advised);
      case NOTHING ->
          ("%s: %s keep up with that, but a backlog of %s has to be worked off first. Spread the"
                  + " burst, or enlarge the pool if the wait is too long.")
              .formatted(
                  rates,
                  Figures.plural(pool.size(), "thread"),
                  Figures.plural(Math.max(0, pool.queued()), "task"));
      case THREADS ->
          ("%s: with %s threads 95 of 100 wait less than %s, the pool has %s. Set its size to %s,"
                  + " check that what the threads block in (blockedIn) allows that many at once, and"
                  + " bound the queue.")
              .formatted(
                  rates, advised, Figures.time(sizing.targetSeconds()), pool.size(), advised);
    };
  }

  private static String scarce(PoolSizing sizing, String rates, String waits, String instead) {
    return "%s, %s %% of it in %s, %s: threads added to this pool wait there too. %s Without this wait %s would do. Bound the queue."
        .formatted(
            rates,
            Math.round(sizing.waitShare() * 100),
            sizing.waitsFor(),
            waits,
            instead,
            Figures.plural(sizing.threadsWithoutThatWait(), "thread"));
  }
}
