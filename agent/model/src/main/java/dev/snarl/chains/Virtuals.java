package dev.snarl.chains;

import dev.snarl.snapshot.Pool.BlockedCall;
import dev.snarl.snapshot.Pool.Blocking;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.VirtualCrowd;
import dev.snarl.snapshot.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What the virtual threads wait in: each a chain of one frame, and its peer at a socket, or who
 * mostly holds the lock. Those at locks are among the waits, as far as there is room for them; the
 * rest is counted here.
 */
final class Virtuals {
  static final String GROUP = "virtual thread #";

  private Virtuals() {}

  /** The number that waits, divided by the samples. */
  static List<Rest> of(Snapshot now, Calls calls) {
    VirtualCrowd crowd = now.crowds().virtual();
    List<BlockedCall> rows = crowd.waitingIn();
    if (rows.isEmpty()) {
      return List.of();
    }
    double looks = rows.stream().mapToLong(BlockedCall::count).sum();
    Map<String, Long> counted =
        now.waits().stream()
            .filter(wait -> wait.thread().pool() == null && wait.site() != null)
            .collect(Collectors.groupingBy(Wait::site, Collectors.counting()));
    List<Rest> rests = new ArrayList<>();
    for (BlockedCall row : rows) {
      Blocking in = row.in();
      Link frame = Link.thread(GROUP, in.call(), in.site());
      End end = End.of(in.call(), in.input());
      double waiting = crowd.waiting() * row.count() / looks - counted.getOrDefault(in.site(), 0L);
      if (waiting > 0) {
        List<Rest> held = end.explained() ? List.of() : calls.heldAt(in.site(), waiting);
        rests.addAll(held.isEmpty() ? calls.last(frame, end, waiting) : Rest.below(frame, held));
      }
    }
    return rests;
  }
}
