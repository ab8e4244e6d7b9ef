package dev.snarl.snapshot;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One executor. Two executors with the same name are two pools, distinguished by {@code id}.
 *
 * @param id stable while the executor lives
 * @param name the name of its threads with digits folded ({@code fcm-turbo-#}, {@code
 *     pool-1-thread-#}); before it has any, that of the JDK's factory, otherwise its class and
 *     site. Unique among live pools: a second pool of the same name gets {@code " (2)"}
 * @param kind the kind of executor
 * @param type class name of the executor
 * @param site where it was built, or null if it is older than the agent
 * @param size threads now
 * @param active threads that run a task now
 * @param core core size, for a fork-join pool its parallelism
 * @param max largest size, {@link Integer#MAX_VALUE} for none
 * @param canGrow whether a further thread could start when all are busy: false for a pool at its
 *     maximum, and for one at its core size whose queue never fills
 * @param queued tasks in the queue, -1 if it cannot be read without a lock
 * @param queueCapacity capacity, {@link Integer#MAX_VALUE} for an unbounded queue, 0 for a hand-off
 * @param queueType class name of the queue
 * @param completed tasks completed, cumulative
 * @param rejections rejected tasks, cumulative
 * @param shutdown whether shutdown has begun
 * @param saturatedNanos how long, without a gap, all threads were busy and the queue was not empty
 * @param stuckNanos how long no task was completed and none of the threads began another
 * @param oldestQueuedNanos lower bound of the age of the oldest queued task, 0 for none
 * @param taskBytes mean shallow size of a queued task and its direct references, sampled; -1
 *     unknown
 * @param activity samples of its busy threads, cumulative
 * @param timing how long tasks waited and ran; empty in the older snapshots of a timeline
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
   * Only these: a subclass may reject an offer so that the pool grows first, as Tomcat's {@code
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
   * The number of threads while its queue accepts every task: with a core size of 0 the JDK runs
   * one.
   */
  public int mostBehindItsQueue() {
    return Math.max(1, core);
  }

  /** Whether it ever had a task. */
  public boolean used() {
    return completed > 0 || active > 0 || queued > 0;
  }

  /** Whether another thread ends what a thread is blocked in. A sleep ends by itself. */
  public static boolean waitsForOthers(String blockedIn) {
    return blockedIn.startsWith("java.util.concurrent.")
        && !blockedIn.startsWith("java.util.concurrent.locks.LockSupport.")
        && !blockedIn.startsWith("java.util.concurrent.TimeUnit.sleep");
  }

  /** The kinds of executor that rules distinguish. */
  public enum Kind {
    THREAD_POOL,
    SCHEDULED,
    FORK_JOIN,
    /**
     * The JVM's own pool whose threads carry virtual threads. It has a thread for each processor,
     * and its queued tasks are ready to run: when they wait, processors are missing, not threads.
     */
    CARRIERS,
    THREAD_PER_TASK,
    COROUTINES,
    /** Threads that each have their own queue and must never block. */
    EVENT_LOOP,
    /**
     * A queue in front of a pool, which lets a number of its tasks run at the same time. It has no
     * threads: its size is that number, as long as tasks wait.
     */
    LIMITER
  }

  /**
   * Rejected tasks.
   *
   * @param count all rejections, cumulative; those during shutdown are not counted
   * @param policy class name of the handler; of the JDK's own, such as {@code AbortPolicy}, the
   *     simple one
   * @param callerRuns whether the handler runs the task on the submitting thread
   * @param surplus whether what it refuses was too much anyway, as a library knows of its own pool
   * @param state the pool at the last rejection, in words: {@code pool size = 4, active = 4, queued
   *     = 10}; null before the first
   * @param lost the sampled ones whose site was recorded, except rejections of a library's own
   *     optional tasks, cumulative
   * @param sites submitting sites, most frequent first, bounded
   */
  public record Rejections(
      long count,
      long lost,
      String policy,
      boolean callerRuns,
      boolean surplus,
      @Nullable String state,
      List<SiteCount> sites) {
    /** Of a pool that has refused nothing, and whose policy is unknown. */
    public static final Rejections NONE = new Rejections(0, 0, "", false, false, null, List.of());

    public Rejections {
      sites = List.copyOf(sites);
    }

    /** Whether the JDK's policy drops tasks silently. */
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
   * @param blockedIn the blocked samples by blocking call, most frequent first, bounded
   * @param waitedFor those of them in which the thread was seen that had to act, bounded
   */
  public record Activity(
      long onCpu, long blocked, List<BlockedCall> blockedIn, List<WaitedFor> waitedFor) {
    public static final Activity NONE = new Activity(0, 0, List.of());

    public Activity {
      blockedIn = List.copyOf(blockedIn);
      waitedFor = List.copyOf(waitedFor);
    }

    public Activity(long onCpu, long blocked, List<BlockedCall> blockedIn) {
      this(onCpu, blocked, blockedIn, List.of());
    }
  }

  /** For whom threads waited in a call, and in how many samples, cumulative. */
  public record WaitedFor(Blocking in, Actor actor, long count) {}

  /**
   * A call in which threads block.
   *
   * @param call such as {@code java.lang.Process.waitFor}
   * @param site where the application made it; may be empty
   * @param input what outside this process ends it, {@code socket}, {@code process} or {@code
   *     file}; {@code idle} where the thread waits for something to do, {@code sleep} for a pause;
   *     null for anything else
   * @param lender the pool of connections that it waits for one of, by its name; null for none
   */
  public record Blocking(
      String call, String site, @Nullable String input, @Nullable String lender) {
    public Blocking(String call, String site, @Nullable String input) {
      this(call, site, input, null);
    }

    /** {@code java.lang.Process.waitFor at com.acme.Exec.run(Exec.java:31)}. */
    public String text() {
      return site.isEmpty() ? call : call + " at " + site;
    }
  }

  /** A call in which busy threads were seen blocked, and in how many samples, cumulative. */
  public record BlockedCall(Blocking in, long count) {}

  /**
   * How long its tasks waited in the queue, from their submission or, for a scheduled one, from
   * when it was due, until a worker took them; and how long they ran.
   *
   * @param waited cumulative; tasks that were rejected, removed or never ran are not in it
   * @param ran cumulative
   * @param waitedLately the same for about the last ten seconds
   * @param ranLately the same for about the last ten seconds
   * @param every one task in this many is timed and represents the others
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
