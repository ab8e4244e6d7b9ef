package dev.snarl.snapshot;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One executor. Two executors with the same name are two pools, told apart by {@code id}.
 *
 * @param id stable while the executor lives
 * @param name the name of its threads with digits folded ({@code fcm-turbo-#}, {@code
 *     pool-1-thread-#}); before it has any, that of the JDK's factory, else its class and site.
 *     Unique among living pools: a second pool of the same name gets {@code " (2)"}
 * @param kind what sort of executor
 * @param type class name of the executor
 * @param site where it was built, or null where the agent came later
 * @param size threads now
 * @param active threads that run a task now
 * @param core core size, for a fork-join pool its parallelism
 * @param max largest size, {@link Integer#MAX_VALUE} for none
 * @param canGrow whether a further thread could start when all are busy: false for a pool at its
 *     maximum, and for one at its core size whose queue never fills
 * @param queued tasks in the queue, -1 where it cannot be read without a lock
 * @param queueCapacity capacity, {@link Integer#MAX_VALUE} for an unbounded queue, 0 for a hand-off
 * @param queueType class name of the queue
 * @param completed tasks completed, cumulative
 * @param rejections rejected tasks, cumulative
 * @param shutdown whether shutdown has begun
 * @param saturatedNanos how long, without a gap, all threads were busy and the queue was not empty
 * @param stuckNanos how long no task was completed and none of the threads began another
 * @param oldestQueuedNanos lower bound of the age of the oldest queued task, 0 for none
 * @param taskBytes mean shallow size of a queued task and what it holds directly, sampled; -1
 *     unknown
 * @param activity what its busy threads were seen doing, in samples, cumulative
 * @param timing how long tasks waited and ran; nothing in the older snapshots of a timeline
 * @param threads ids of its threads; empty in the older snapshots of a timeline
 */
public record Pool(
    long id,
    String name,
    Kind kind,
    String type,
    @Nullable String site,
    int size,
    int active,
    int core,
    int max,
    boolean canGrow,
    int queued,
    int queueCapacity,
    String queueType,
    long completed,
    Rejections rejections,
    boolean shutdown,
    long saturatedNanos,
    long stuckNanos,
    long oldestQueuedNanos,
    long taskBytes,
    Activity activity,
    Timing timing,
    List<Long> threads) {

  /**
   * Only these: a subclass may refuse an offer so that the pool grows first, as Tomcat's {@code
   * TaskQueue} does.
   */
  private static final Set<String> NEVER_FULL =
      Set.of(
          "java.util.concurrent.LinkedBlockingQueue",
          "java.util.concurrent.LinkedBlockingDeque",
          "java.util.concurrent.PriorityBlockingQueue",
          "java.util.concurrent.LinkedTransferQueue",
          "java.util.concurrent.DelayQueue");

  public Pool {
    threads = List.copyOf(threads);
  }

  Pool withoutThreads() {
    return threads.isEmpty() && timing.nothing()
        ? this
        : new Pool(
            id,
            name,
            kind,
            type,
            site,
            size,
            active,
            core,
            max,
            canGrow,
            queued,
            queueCapacity,
            queueType,
            completed,
            rejections,
            shutdown,
            saturatedNanos,
            stuckNanos,
            oldestQueuedNanos,
            taskBytes,
            activity,
            Timing.NONE,
            List.of());
  }

  public boolean unboundedQueue() {
    return queueCapacity == Integer.MAX_VALUE;
  }

  /** Whether a queue that is never full keeps it at {@link #mostBehindItsQueue} threads. */
  public boolean neverReachesMax() {
    return kind == Kind.THREAD_POOL
        && unboundedQueue()
        && max > mostBehindItsQueue()
        && NEVER_FULL.contains(queueType);
  }

  /**
   * As many threads as it has while its queue takes every task: without a core the JDK runs one.
   */
  public int mostBehindItsQueue() {
    return Math.max(1, core);
  }

  /** Whether it ever had a task. */
  public boolean used() {
    return completed > 0 || active > 0 || queued > 0;
  }

  /**
   * Whether what it refuses is no loss. HikariCP asks for one more connection with each request
   * that finds none, and drops what was asked too often: by a handler of its own, in older versions
   * by one of the JDK's.
   */
  public boolean dropsSurplus() {
    String policy = rejections.policy();
    return policy.startsWith("com.zaxxer.hikari.")
        || (policy.startsWith("Discard") && name.matches(".*connection[ -]adder"));
  }

  /**
   * Whether what a thread is blocked in is ended by what another thread gives back or does. A sleep
   * ends by itself.
   */
  public static boolean waitsForOthers(String blockedIn) {
    return blockedIn.startsWith("java.util.concurrent.")
        && !blockedIn.startsWith("java.util.concurrent.locks.LockSupport.")
        && !blockedIn.startsWith("java.util.concurrent.TimeUnit.sleep");
  }

  /** The sorts of executor that rules tell apart. */
  public enum Kind {
    THREAD_POOL,
    SCHEDULED,
    FORK_JOIN,
    /**
     * The JVM's own pool whose threads carry virtual threads. It has a thread for each processor,
     * and what it queues is ready to run: when that waits, processors are short, not threads.
     */
    CARRIERS,
    THREAD_PER_TASK,
    COROUTINES,
    /** Threads that each have a queue of their own and must never block. */
    EVENT_LOOP
  }

  /**
   * Rejected tasks.
   *
   * @param count all rejections, cumulative; those during shutdown are not counted
   * @param policy class name of the handler; of the JDK's own, such as {@code AbortPolicy}, the
   *     simple one
   * @param callerRuns whether the handler runs the task on the submitting thread
   * @param state the pool at the last rejection, in words: {@code pool size = 4, active = 4, queued
   *     = 10}; null before the first
   * @param lost those whose site was taken, which is not done for all, except what a library got
   *     for a task of its own that it can do without, cumulative
   * @param sites submitting sites, most frequent first, bounded
   */
  public record Rejections(
      long count,
      long lost,
      String policy,
      boolean callerRuns,
      @Nullable String state,
      List<SiteCount> sites) {
    public Rejections {
      sites = List.copyOf(sites);
    }

    /** Whether the JDK's policy drops tasks and tells nobody. */
    public boolean discards() {
      return policy.startsWith("Discard");
    }
  }

  /** A site and how often. */
  public record SiteCount(String site, long count) {}

  /**
   * Samples of busy threads.
   *
   * @param onCpu samples that found a busy thread running
   * @param blocked samples that found a busy thread blocked
   * @param blockedIn the blocked samples by what the thread was blocked in, most frequent first,
   *     bounded: {@code java.lang.Process.waitFor at com.acme.Exec.run(Exec.java:31)}
   */
  public record Activity(long onCpu, long blocked, List<SiteCount> blockedIn) {
    public static final Activity NONE = new Activity(0, 0, List.of());

    public Activity {
      blockedIn = List.copyOf(blockedIn);
    }
  }

  /**
   * How long its tasks waited in the queue, from their submission or, for a scheduled one, from
   * when it was due, to the moment a worker took them up; and how long they ran.
   *
   * @param waited cumulative; tasks that were rejected, removed or never ran are not in it
   * @param ran cumulative
   * @param waitedLately the same of the last ten seconds or so
   * @param ranLately the same of the last ten seconds or so
   * @param every one task in so many is timed and stands for the others
   */
  public record Timing(
      Durations waited, Durations ran, Durations waitedLately, Durations ranLately, int every) {
    public static final Timing NONE =
        new Timing(Durations.NONE, Durations.NONE, Durations.NONE, Durations.NONE, 1);

    /** Whether no task has been timed yet. */
    public boolean nothing() {
      return waited.count() == 0 && ran.count() == 0;
    }
  }
}
