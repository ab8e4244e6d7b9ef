package dev.snarl.snapshot;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Virtual threads that are ready to run and wait for a carrier, while one of them has waited for
 * long.
 *
 * @param waitNanos for how long the first of them has waited, at least
 * @param waiting how many wait, about
 * @param carriers platform threads that carry virtual threads
 * @param busy those of them that carry one now
 * @param holders what the virtual threads do that have kept a carrier for half a second at least,
 *     by the number of carriers, most first; of 64 at most
 * @param deadlocked whether each carrier is kept by a virtual thread that waits, without an end,
 *     for a lock which one without a carrier must give back, or take first
 */
public record CarrierQueue(
    long waitNanos,
    long waiting,
    int carriers,
    int busy,
    List<Holder> holders,
    boolean deadlocked) {

  public CarrierQueue {
    holders = List.copyOf(holders);
  }

  /**
   * Virtual threads that keep their carriers in the same place.
   *
   * @param site the line, null if none is the application's
   * @param blockedIn the blocking call in which they are pinned, null if they compute or nothing is
   *     known of it
   * @param carriers how many
   */
  public record Holder(@Nullable String site, @Nullable String blockedIn, int carriers) {}
}
