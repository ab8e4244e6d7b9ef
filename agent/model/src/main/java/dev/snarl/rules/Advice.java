package dev.snarl.rules;

import dev.snarl.snapshot.Pool;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How many threads a saturated pool should have: arrivals × run time at 80 % use, but no more than
 * the processors can run. Run time spent waiting for other threads, such as for a connection or a
 * lock, does not count, because it grows with the pool.
 *
 * @param threads advised size, null when the run time is unknown
 * @param limitedBy {@code threads} when more of them help; {@code cpu}, {@code others} or {@code
 *     backlog} when they do not
 * @param remedy in words
 */
record Advice(@Nullable Integer threads, @Nullable String limitedBy, String remedy) {
  private static final double USE = 0.8;

  /** From this share of the run time on, a wait for other threads limits the pool. */
  private static final double MOSTLY = 0.5;

  static Advice of(Pool pool, Load load) {
    if (load.runSeconds() <= 0) {
      return new Advice(
          null,
          null,
          "Look at what its threads do (blockedIn): nothing, or nothing countable, was completed"
              + " in the window. More threads do not help tasks that never end.");
    }
    int wanted =
        (int) Math.min(100_000, Math.ceil(load.arrivalsPerSecond() * load.runSeconds() / USE));
    int fed =
        load.cpuShare() > 0
            ? (int) Math.min(100_000, Math.ceil(load.processors() * USE / load.cpuShare()))
            : Integer.MAX_VALUE;
    String rates =
        "%s tasks/s arrive, each takes %s"
            .formatted(Words.number(load.arrivalsPerSecond()), Words.time(load.runSeconds()));
    Map<String, Object> wait = longestWaitForOthers(load);
    if (wait != null) {
      return waiting(load, wait, rates);
    }
    if (wanted > fed) {
      int size = Math.max(1, fed);
      return new Advice(
          size,
          "cpu",
          "%s, %s %% of it on a CPU: %s cannot do more with threads than %s give. Make the task "
                  .formatted(
                      rates,
                      Math.round(load.cpuShare() * 100),
                      Words.plural(load.processors(), "processor"),
                      size)
              + "cheaper, send fewer, or add machines; and bound the queue.");
    }
    if (wanted <= pool.size()) {
      return new Advice(
          pool.size(),
          "backlog",
          "%s: %s keep up with that, but a backlog of %s has to be worked off first. Spread the "
                  .formatted(
                      rates,
                      Words.plural(pool.size(), "thread"),
                      Words.plural(Math.max(0, pool.queued()), "task"))
              + "burst, or enlarge the pool if the wait is too long.");
    }
    return new Advice(
        wanted,
        "threads",
        "%s: that needs %s threads (80 %% used), the pool has %s. Set its size to %s, check that "
                .formatted(rates, wanted, pool.size(), wanted)
            + "what the threads block in (blockedIn) allows that many at once, and bound the queue.");
  }

  private static @Nullable Map<String, Object> longestWaitForOthers(Load load) {
    if (load.blockedIn().isEmpty()) {
      return null;
    }
    Map<String, Object> most = load.blockedIn().get(0);
    return Pool.waitsForOthers(String.valueOf(most.get("in"))) && share(most) >= MOSTLY
        ? most
        : null;
  }

  private static double share(Map<String, Object> blocked) {
    return blocked.get("share") instanceof Number share ? share.doubleValue() : 0;
  }

  private static Advice waiting(Load load, Map<String, Object> wait, String rates) {
    double own = load.runSeconds() * Math.max(0, 1 - share(wait));
    // While a backlog drains, little may arrive: the completion rate is the minimum.
    double rate = Math.max(load.arrivalsPerSecond(), load.completionsPerSecond());
    int enough = (int) Math.max(1, Math.ceil(Math.min(1e5, rate * own / USE)));
    return new Advice(
        enough,
        "others",
        ("%s, %s %% of it in %s, waiting for what other threads give back or do: threads added to"
                + " this pool wait there too. Find what is scarce (connections, permits, a lock,"
                + " another pool) and size that. Without this wait %s would do. Bound the queue.")
            .formatted(
                rates,
                Math.round(share(wait) * 100),
                wait.get("in"),
                Words.plural(enough, "thread")));
  }
}
