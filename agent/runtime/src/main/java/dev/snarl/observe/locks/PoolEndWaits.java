package dev.snarl.observe.locks;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.VirtualLens;
import dev.snarl.observe.waits.PoolEnds;
import dev.snarl.observe.waits.Threads;
import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Need.How;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads what a wait for the end of an executor needs: the ends of its threads, of its own first if
 * it is one of them. The observer's thread only.
 */
final class PoolEndWaits {
  private static final int MOST = 32;

  private PoolEndWaits() {}

  @SuppressWarnings("ReferenceEquality") // a thread's equals may be the application's
  static void read(LockWait wait, Object end, PoolEnds pools, Threads threads, long now) {
    List<Thread> busy = pools.busy(end);
    for (Thread thread : busy) {
      if (thread == wait.thread) {
        busy = List.of(thread);
        break;
      }
    }
    wait.type = pools.type(end);
    wait.poolEnd = true;
    // A close waits for a day, and then for the next.
    wait.timed = !wait.closes && timed(wait);
    if (busy.isEmpty()) {
      wait.lost();
      return;
    }
    List<Thread> shown = busy.subList(0, Math.min(MOST, busy.size()));
    List<Need> needs = new ArrayList<>();
    for (Thread thread : shown) {
      needs.add(threads.held(wait.type, thread, How.ALIVE, Certainty.PROVED));
    }
    wait.seen(end, 0, "", List.copyOf(shown), Need.all(needs), now);
  }

  private static boolean timed(LockWait wait) {
    return wait.virtual()
        ? VirtualLens.doing(wait.thread) != VirtualLens.PARKED
        : JdkCalls.state(wait.thread) == Thread.State.TIMED_WAITING;
  }
}
