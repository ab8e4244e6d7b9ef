package dev.snarl.rules;

import dev.snarl.snapshot.Crowds.ThreadRise;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Threads of one line that wait and do not end: their number rises at each look and never falls.
 * Linear in start sites.
 */
final class ThreadLeak implements Rule {
  private static final Declaration DECLARATION =
      new Declaration(
          "thread-leak",
          Family.WASTED_THREADS,
          "threads started at one line accumulate: they wait and do not end",
          Cost.threads("live", "threads held", 0.2),
          Defaults.of(
              "minLive", 500.0,
              "minGrown", 100.0,
              "minSeconds", 300.0,
              "minWaitingShare", 0.8,
              "maxEndedShare", 0.1),
          Severity.WARNING);

  private static final int FEWEST_POINTS = 4;

  /**
   * The minimum of each step of a rise, as a share of the mean step; a pool that fills is one large
   * step.
   */
  private static final double EVEN = 0.25;

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    List<Verdict> verdicts = new ArrayList<>();
    for (ThreadRise rise : timeline.latest().crowds().rises()) {
      if (rise.live() >= thresholds.get("minLive")
          && rise.grown() >= thresholds.get("minGrown")
          && rise.nanos() / Figures.NANOS >= thresholds.get("minSeconds")
          && rise.waiting() >= thresholds.get("minWaitingShare") * rise.live()
          && rise.ended() <= thresholds.get("maxEndedShare") * rise.started()
          && goesOn(rise)
          && !isAPoolAtWork(rise, thresholds.get("maxEndedShare"))) {
        verdicts.add(verdict(rise));
      }
    }
    return verdicts;
  }

  private static boolean goesOn(ThreadRise rise) {
    List<Integer> points = rise.points();
    if (points.size() < FEWEST_POINTS) {
      return false;
    }
    double least = EVEN * rise.grown() / (points.size() - 1);
    for (int i = 1; i < points.size(); i++) {
      if (points.get(i) - points.get(i - 1) < least) {
        return false;
      }
    }
    return true;
  }

  /** A pool that stops at its maximum, or whose tasks end, so that its threads will end too. */
  private static boolean isAPoolAtWork(ThreadRise rise, double endedShare) {
    return rise.pool() != null
        && (rise.poolMax() < Integer.MAX_VALUE || rise.completed() > endedShare * rise.grown());
  }

  private static Verdict verdict(ThreadRise rise) {
    double seconds = rise.nanos() / Figures.NANOS;
    double perMinute = 60 * rise.grown() / seconds;
    @Nullable String pool = rise.pool();
    return new Verdict(
        rise.site() + " by " + rise.factory(),
        Severity.WARNING,
        rise.site(),
        "Threads are started here and do not end: %s alive, %s more in %s, nearly all waiting"
            .formatted(
                Figures.number(rise.live()), Figures.number(rise.grown()), Figures.time(seconds)),
        new Evidence()
            .put("live", rise.live())
            .put("grown", rise.grown())
            .number("seconds", seconds)
            .number("perMinute", perMinute)
            .put("started", rise.started())
            .put("ended", rise.ended())
            .put("waiting", rise.waiting())
            .list("points", rise.points())
            .put("threadGroup", rise.threadGroup())
            .put("pool", pool)
            .map(),
        rise.live(),
        pool == null
            ? "Find out what these threads wait for (/api/stack, or java -jar snarl.jar threads PID) and"
                + " who should end them: close what owns them (an executor, a client, a timer, a"
                + " watcher), or start them once and share them. Each holds a stack, and the process"
                + " has a limit of threads."
            : "The tasks of this pool do not end: find out what they wait for (/api/executors,"
                + " blockedIn), give that wait a time-out, and the pool a maximum.");
  }
}
