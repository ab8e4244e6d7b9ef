package dev.snarl.jfr;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/**
 * Bounds the number of events per second. If an event of waits is too frequent, its threshold is
 * raised fourfold, and lowered again after a quiet minute. The stream's thread counts; the agent's
 * own thread checks every other second.
 */
final class Governor {
  private static final long LOOK = 2_000_000_000L;
  private static final long QUIET = 60_000_000_000L;
  private static final int MOST_A_SECOND = 500;
  private static final int STEPS = 6;

  private static final class Gauge {
    long count;
    int step;
    long quietSince;
  }

  private final Map<Wanted, Gauge> gauges = new EnumMap<>(Wanted.class);
  private final Map<Wanted, Duration> base = new EnumMap<>(Wanted.class);
  private long lastLook;

  /** {@code leastPinned}: shorter pins are of no interest. */
  Governor(Duration leastPinned, long now) {
    base.put(Wanted.PINNED, leastPinned);
    lastLook = now;
    for (Wanted wanted : Wanted.values()) {
      Duration threshold = wanted.threshold();
      if (wanted.tellsOfWaits() && threshold != null) {
        base.put(wanted, threshold);
        Gauge gauge = new Gauge();
        gauge.quietSince = now;
        gauges.put(wanted, gauge);
      }
    }
  }

  /** An event came. */
  synchronized void count(Wanted wanted) {
    Gauge gauge = gauges.get(wanted);
    if (gauge != null) {
      gauge.count++;
    }
  }

  /** Whether a threshold has to change. */
  synchronized boolean look(long now) {
    if (now - lastLook < LOOK) {
      return false;
    }
    double seconds = (now - lastLook) / 1e9;
    lastLook = now;
    boolean changed = false;
    for (Gauge gauge : gauges.values()) {
      double rate = gauge.count / seconds;
      gauge.count = 0;
      if (rate > MOST_A_SECOND / 10.0) {
        gauge.quietSince = now;
      }
      if (rate > MOST_A_SECOND && gauge.step < STEPS) {
        gauge.step++;
        changed = true;
      } else if (gauge.step > 0 && now - gauge.quietSince > QUIET) {
        gauge.step--;
        gauge.quietSince = now;
        changed = true;
      }
    }
    return changed;
  }

  /** The current thresholds. */
  synchronized Map<Wanted, Duration> thresholds() {
    Map<Wanted, Duration> thresholds = new EnumMap<>(base);
    gauges.forEach(
        (wanted, gauge) ->
            thresholds.computeIfPresent(
                wanted, (w, least) -> least.multipliedBy(1L << (2 * gauge.step))));
    return thresholds;
  }
}
