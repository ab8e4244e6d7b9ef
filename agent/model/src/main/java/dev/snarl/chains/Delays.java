package dev.snarl.chains;

import dev.snarl.snapshot.Host.CpuQuota;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.text.Figures;
import java.util.List;

/**
 * What keeps threads that could run from running, between two snapshots. The machine's queue is
 * that of one moment, so that only the mean of many is exact.
 *
 * @param stopped the share of the time for which garbage collections stopped all threads
 * @param queued the share of the rest for which a thread that could run had no processor: since the
 *     machine has fewer than there are runnable tasks, or since the quota was used up
 */
record Delays(double stopped, double queued) {

  static Delays between(Snapshot before, Snapshot now) {
    double seconds = Math.max(1e-9, (now.nanos() - before.nanos()) / Figures.NANOS);
    double pauses =
        now.vitals().memory().collections().pauseNanos()
            - (double) before.vitals().memory().collections().pauseNanos();
    return new Delays(
        share(pauses / Figures.NANOS / seconds),
        Math.max(share(now.vitals().host().cpu().queued()), throttled(before, now)));
  }

  /** Of the quota that held the group back most. */
  private static double throttled(Snapshot before, Snapshot now) {
    double used =
        now.vitals().host().cpu().processSeconds() - before.vitals().host().cpu().processSeconds();
    List<CpuQuota> earlier = before.vitals().host().cgroup().quotas();
    double most = 0;
    for (CpuQuota quota : now.vitals().host().cgroup().quotas()) {
      for (CpuQuota old : earlier) {
        if (old.group().equals(quota.group())) {
          most = Math.max(most, quota.throttledNanos() - (double) old.throttledNanos());
        }
      }
    }
    double seconds = most / Figures.NANOS;
    return seconds <= 0 || used < 0 ? 0 : share(seconds / (seconds + used));
  }

  private static double share(double part) {
    return Double.isNaN(part) ? 0 : Math.max(0, Math.min(1, part));
  }

  /** Adds a chain, and if its end could run, divides its time by what the end was delayed by. */
  void add(ChainTree tree, List<Link> frames, End end, double seconds) {
    if (end != End.PROCESSOR) {
      tree.add(frames, end, seconds);
      return;
    }
    double could = seconds * (1 - stopped);
    addSome(tree, frames, End.COLLECTION, seconds * stopped);
    addSome(tree, frames, End.RUNNABLE, could * queued);
    addSome(tree, frames, End.PROCESSOR, could * (1 - queued));
  }

  private static void addSome(ChainTree tree, List<Link> frames, End end, double seconds) {
    if (seconds > 0) {
      tree.add(frames, end, seconds);
    }
  }
}
