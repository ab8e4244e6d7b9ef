package dev.snarl.rules;

import dev.snarl.snapshot.Memory;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import java.time.Duration;
import java.util.List;

/**
 * The cost of collections in the last seconds. Unknown is NaN.
 *
 * @param seconds of the window that the agent has observed
 * @param pauseShare time stopped, as a share of the whole window, so that the first seconds of an
 *     agent cannot exceed it by chance
 * @param full collections of the whole heap for lack of memory
 * @param allocatedPerSecond bytes
 * @param collectorShare of the CPU time of the process
 * @param compilerShare of the CPU time of the process
 */
record Collecting(
    double seconds,
    double pauseShare,
    double full,
    double allocatedPerSecond,
    double collectorShare,
    double compilerShare) {

  static Collecting during(Timeline timeline, double windowSeconds) {
    List<Snapshot> window =
        timeline.within(Duration.ofNanos((long) (windowSeconds * Figures.NANOS)));
    Memory now = timeline.latest().vitals().memory();
    Snapshot first = window.get(0);
    for (Snapshot candidate : window) {
      if (candidate.vitals().memory().jstat() != null) {
        first = candidate;
        break;
      }
    }
    Memory then = first.vitals().memory();
    double seconds = (timeline.latest().nanos() - first.nanos()) / Figures.NANOS;
    double cpu = gain(then.cpu().processNanos(), now.cpu().processNanos());
    return new Collecting(
        seconds,
        gain(then.collections().pauseNanos(), now.collections().pauseNanos())
            / Figures.NANOS
            / windowSeconds,
        gain(then.collections().fullForSpace(), now.collections().fullForSpace()),
        rate(
            gain(then.collections().allocatedBytes(), now.collections().allocatedBytes()), seconds),
        rate(gain(then.cpu().collectorNanos(), now.cpu().collectorNanos()), cpu),
        rate(gain(then.cpu().compilerNanos(), now.cpu().compilerNanos()), cpu));
  }

  private static double gain(long before, long after) {
    return before < 0 || after < 0 ? Double.NaN : Math.max(0, after - before);
  }

  private static double rate(double part, double whole) {
    return whole > 0 ? part / whole : Double.NaN;
  }
}
