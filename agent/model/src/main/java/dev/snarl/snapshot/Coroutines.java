package dev.snarl.snapshot;

import java.util.List;

/**
 * Kotlin's coroutines and the threads that must not block.
 *
 * @param started coroutines started by a builder ({@code launch}, {@code async}, {@code
 *     runBlocking}), cumulative
 * @param completed those that are complete, cumulative; it may run ahead if the agent was attached
 *     late
 * @param dispatchers the schedulers of kotlinx-coroutines
 * @param views dispatchers of limited parallelism, such as {@code Dispatchers.IO}
 * @param detached sites that launch out of the running coroutine's scope
 * @param blocking sites that block threads that must not block
 * @param crews each dispatcher as an executor, with the threads that run its coroutines; only while
 *     a thread of one waits in {@code runBlocking}, without which nobody needs them
 */
public record Coroutines(
    long started,
    long completed,
    List<Dispatcher> dispatchers,
    List<View> views,
    List<Detached> detached,
    List<Blocking> blocking,
    List<Pool> crews) {

  public static final Coroutines NONE =
      new Coroutines(0, 0, List.of(), List.of(), List.of(), List.of(), List.of());

  public Coroutines {
    dispatchers = List.copyOf(dispatchers);
    views = List.copyOf(views);
    detached = List.copyOf(detached);
    blocking = List.copyOf(blocking);
    crews = List.copyOf(crews);
  }

  /** The same without threads. */
  Coroutines totals() {
    return new Coroutines(
        started,
        completed,
        dispatchers,
        views,
        detached,
        blocking,
        crews.stream().map(Pool::withoutThreads).toList());
  }

  /** Coroutines that are started and not complete. */
  public long live() {
    return Math.max(0, started - completed);
  }

  /**
   * A scheduler with its own threads, shared by {@code Dispatchers.Default} and {@code
   * Dispatchers.IO}.
   *
   * @param name as its threads are named
   * @param parallelism threads that may run on a CPU at a time
   * @param max largest number of threads
   * @param cpu threads that run a task of {@code Dispatchers.Default}
   * @param blocking threads that run a task of {@code Dispatchers.IO}
   * @param idle all other threads
   * @param cpuQueued tasks in its queue for the CPU
   * @param blockingQueued tasks in its queue of blocking work
   * @param localQueued tasks in the queues of its threads
   * @param run coroutine dispatches that its live threads have begun, cumulative
   * @param waitedNanos time that tasks waited in all these queues, summed over the tasks, by
   *     samples of their lengths, cumulative; by it and {@code run} the mean wait (Little's law)
   */
  public record Dispatcher(
      String name,
      int parallelism,
      int max,
      int cpu,
      int blocking,
      int idle,
      long cpuQueued,
      long blockingQueued,
      long localQueued,
      long run,
      long waitedNanos) {

    public int threads() {
      return cpu + blocking + idle;
    }

    public long queued() {
      return cpuQueued + blockingQueued + localQueued;
    }
  }

  /**
   * A limited view of a dispatcher.
   *
   * @param name such as {@code Dispatchers.IO} or {@code Dispatchers.Default.limitedParallelism(4)}
   * @param parallelism its limit
   * @param active tasks of it that run or are about to
   * @param queued tasks that wait for one of those to end
   * @param waitedNanos as {@link Dispatcher#waitedNanos}
   */
  public record View(String name, int parallelism, int active, long queued, long waitedNanos) {}

  /**
   * Coroutines that one site launched from inside a running coroutine into a scope with another
   * root job.
   *
   * @param site the line that launches
   * @param parentSite where a coroutine that did so was launched, or its outermost line, as an
   *     example
   * @param created coroutines launched in this way, cumulative; sampled if there are many
   * @param newRoots distinct root jobs among their scopes, cumulative
   * @param returned those of them that proved to be long-lived, cumulative
   * @param live of the coroutines, those that are not complete
   * @param dispatcher where the last one was to run
   * @param queued tasks that wait in that dispatcher, -1 if unknown
   */
  public record Detached(
      String site,
      String parentSite,
      long created,
      long newRoots,
      long returned,
      long live,
      String dispatcher,
      long queued) {}

  /**
   * Threads that were observed blocked at one site although they must not block. Cumulative.
   *
   * @param site the application's line
   * @param blockedIn the blocking call
   * @param dispatcher the dispatcher of the thread: {@code Dispatchers.Default}, or the folded name
   *     of the threads of an event loop
   * @param eventLoop whether it is an event loop's
   * @param threads the current number of such threads, for a dispatcher its parallelism
   * @param sightings how often a thread was observed in this state
   * @param seconds in how many different seconds
   * @param nanos time that threads were blocked, summed over threads, by samples
   * @param fullNanos time that all threads of the dispatcher were blocked, at whichever site
   */
  public record Blocking(
      String site,
      String blockedIn,
      String dispatcher,
      boolean eventLoop,
      int threads,
      long sightings,
      long seconds,
      long nanos,
      long fullNanos) {}
}
