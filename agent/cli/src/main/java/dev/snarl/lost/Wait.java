package dev.snarl.lost;

import dev.snarl.heap.graph.Threads.ThreadStack;

/**
 * A thread that waits, and for what.
 *
 * @param timed whether the wait ends by itself
 */
record Wait(ThreadStack stack, Until until, boolean timed) {
  int thread() {
    return stack.node();
  }

  /** Whether it is a worker of a pool that waits for its next task. */
  boolean idle() {
    return idle(stack);
  }

  /** The same of any thread. */
  static boolean idle(ThreadStack stack) {
    return in(stack, "ThreadPoolExecutor", "getTask")
        || in(stack, "SingleThreadEventExecutor", "takeTask")
        || in(stack, "ForkJoinPool", "awaitWork")
        || in(stack, "CoroutineScheduler$Worker", "park");
  }

  /** Whether it has a task of a pool. */
  boolean task() {
    return !idle() && worker(stack);
  }

  /** Whether a thread serves a pool. */
  static boolean worker(ThreadStack stack) {
    return in(stack, "ThreadPoolExecutor", "runWorker")
        || in(stack, "ForkJoinWorkerThread", "run")
        || in(stack, "CoroutineScheduler$Worker", "runWorker")
        || in(stack, "QueuedThreadPool$Runner", "run")
        || in(stack, "VirtualThread", "run");
  }

  private static boolean in(ThreadStack stack, String type, String method) {
    return stack.frames().stream()
        .anyMatch(frame -> frame.method().equals(method) && frame.type().endsWith(type));
  }
}
