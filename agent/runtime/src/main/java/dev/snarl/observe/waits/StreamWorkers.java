package dev.snarl.observe.waits;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.Need;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.SnarlPoolLens;
import java.util.concurrent.locks.LockSupport;

/**
 * Who runs the rest of a parallel stream for which a thread waits. No field says which thread has
 * which part. But the caller has run all that it could, and no queue of the pool has a task: then a
 * worker that is not idle has the last parts. If none of them can go on, nor can the caller. The
 * observer's thread only.
 */
final class StreamWorkers {
  private static final String PARTS = "java.util.stream.";
  private static final int MOST = 64;

  private StreamWorkers() {}

  /** What the caller needs; unknown for any other task. */
  static Need need(Object task, Thread caller, Threads threads) {
    if (!task.getClass().getName().startsWith(PARTS)) {
      return new Need.Unknown();
    }
    ForkJoinPool pool =
        SnarlPoolLens.executorOf(caller) instanceof ForkJoinPool own
            ? own
            : ForkJoinPool.commonPool();
    Thread[] workers = new Thread[MOST];
    int n = JdkCalls.waiting(pool) == 0 ? SnarlPoolLens.workers(pool, workers) : MOST;
    List<Need> needs = new ArrayList<>();
    for (int i = 0; i < n && n < MOST; i++) {
      if (LockSupport.getBlocker(workers[i]) != pool && workers[i] != caller) {
        needs.add(threads.running(task, workers[i], Certainty.PROVED));
      }
    }
    return needs.isEmpty() ? new Need.Unknown() : Need.any(needs);
  }
}
