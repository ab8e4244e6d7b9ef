package dev.snarl.snapshot;

import dev.snarl.snapshot.Pool.BlockedCall;
import java.util.List;

/**
 * The virtual threads that live.
 *
 * @param live how many, by the last round through all of them: a part of a second for 2,000, ten
 *     seconds for 100,000
 * @param waiting those of them that waited, with or without a time-out
 * @param waitingIn the calls in which they wait, by samples of the last 20 s or so; bounded
 */
public record VirtualCrowd(long live, long waiting, List<BlockedCall> waitingIn) {
  public static final VirtualCrowd NONE = new VirtualCrowd(0, 0, List.of());

  public VirtualCrowd {
    waitingIn = List.copyOf(waitingIn);
  }
}
