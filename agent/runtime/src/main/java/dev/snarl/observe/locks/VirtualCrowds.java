package dev.snarl.observe.locks;

import dev.snarl.observe.sites.ThreadLook.Seen;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Virtual threads that queue at monitors whose owners wait themselves. What tells one wait of a
 * virtual thread at a monitor from the next is not known, so a monitor that is kept for
 * microseconds may seem to keep many waiting: only those count whose owner waits at one tick in
 * four or more. The observer's thread only.
 */
final class VirtualCrowds {

  /** What is this many ticks old counts a third. */
  private static final int LATELY = 50;

  private static final double LEAST_TICKS = 2;
  private static final double LEAST_SHARE = 0.25;

  /** A monitor that was seen with an owner at fewer ticks is forgotten. */
  private static final double FORGOTTEN = 0.25;

  /**
   * Virtual threads that wait for one monitor.
   *
   * @param waits those that were seen to
   * @param owner what it did that was seen at this tick to own it while it waits itself; null if
   *     nobody was
   * @param looked how many of them were looked at in this tick
   * @param threads how many there are, by these looks
   */
  record Crowd(List<LockWait> waits, @Nullable Seen owner, int looked, double threads) {}

  /** At how many ticks a monitor was seen with an owner that waits. */
  private final IdentityHashMap<Object, Double> ticksOwned = new IdentityHashMap<>();

  /** At how many ticks an owner that waits would have been seen. */
  private double ticksLooked;

  private List<Crowd> crowds = List.of();

  /** Those of the last tick. */
  List<Crowd> all() {
    return crowds;
  }

  /** Nobody waits. */
  void clear() {
    ticksOwned.clear();
    ticksLooked = 0;
    crowds = List.of();
  }

  /**
   * By the looks of this tick.
   *
   * @param waits those that last
   * @param entering the monitor that each wants; null if that is not known
   * @param asked the threads that were looked at
   * @param owners of those, who own monitors
   * @param share of all threads that may own monitors, how many were looked at
   */
  void count(
      List<LockWait> waits,
      Function<LockWait, @Nullable Object> entering,
      Set<Thread> asked,
      IdentityHashMap<Object, Seen> owners,
      double share) {
    ticksLooked += share - ticksLooked / LATELY;
    ticksOwned.replaceAll((monitor, ticks) -> ticks - ticks / LATELY);
    ticksOwned.values().removeIf(ticks -> ticks < FORGOTTEN);
    owners.keySet().forEach(monitor -> ticksOwned.merge(monitor, 1.0, Double::sum));
    double least = Math.max(LEAST_TICKS, LEAST_SHARE * ticksLooked);
    IdentityHashMap<Object, List<LockWait>> at = new IdentityHashMap<>();
    int virtual = 0;
    int looked = 0;
    for (LockWait wait : waits) {
      Object monitor = wait.virtual() ? entering.apply(wait) : null;
      virtual += wait.virtual() ? 1 : 0;
      if (monitor != null) {
        looked += asked.contains(wait.thread) ? 1 : 0;
        wait.type = monitor.getClass().getName();
        at.computeIfAbsent(monitor, key -> new ArrayList<>()).add(wait);
      }
    }
    double scale = (double) virtual / Math.max(1, looked);
    List<Crowd> found = new ArrayList<>();
    at.forEach(
        (monitor, there) -> {
          int seen = (int) there.stream().filter(wait -> asked.contains(wait.thread)).count();
          if (ticksOwned.getOrDefault(monitor, 0.0) >= least) {
            found.add(new Crowd(there, owners.get(monitor), seen, seen * scale));
          }
        });
    crowds = found;
  }
}
