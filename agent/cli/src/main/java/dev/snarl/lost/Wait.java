package dev.snarl.lost;

import dev.snarl.heap.graph.Threads.ThreadStack;

/** A thread that waits without a time-out, and for what. */
record Wait(ThreadStack stack, Until until) {
  int thread() {
    return stack.node();
  }

  /** Whether it is a worker of a pool that waits for its next task. */
  boolean idle() {
    return in("ThreadPoolExecutor", "getTask")
        || in("ForkJoinPool", "awaitWork")
        || in("CoroutineScheduler$Worker", "park");
  }

  /** Whether it has a task of a pool. */
  boolean task() {
    return !idle()
        && (in("ThreadPoolExecutor", "runWorker")
            || in("ForkJoinWorkerThread", "run")
            || in("CoroutineScheduler$Worker", "runWorker")
            || in("QueuedThreadPool$Runner", "run")
            || in("VirtualThread", "run"));
  }

  private boolean in(String type, String method) {
    return stack.frames().stream()
        .anyMatch(frame -> frame.method().equals(method) && frame.type().endsWith(type));
  }
}
