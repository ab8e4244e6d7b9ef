package java.util.concurrent;

/**
 * What one platform thread is doing, written by that thread with plain stores and read by the
 * observer, which tolerates values that are a moment old. Lives in the bootstrap loader. A slot is
 * one thread's for good: some 530 bytes, garbage once the thread has ended.
 */
public final class SnarlSlot {

  /** Waits and tasks nested deeper than this are counted but not stored. */
  public static final int DEPTH = 4;

  /** How many of the thread's latest submissions are kept. A power of two. */
  public static final int SUBMISSIONS = 8;

  /** Whose slot it is, from before it lies in the table until it has left it; then null. */
  public volatile Thread owner;

  /**
   * Futures that the thread waits for. A stack, since a helping join runs other tasks, which may
   * wait themselves.
   */
  public final Object[] waitedFor = new Object[DEPTH];

  /** When the thread was parked in that wait, in nanoTime; 0 while it is still helping. */
  public final long[] parkedAt = new long[DEPTH];

  /** Whether that wait has a deadline. */
  public final boolean[] timed = new boolean[DEPTH];

  /** How many independent submissions of the thread were unfinished when it was parked. */
  public final int[] width = new int[DEPTH];

  /** How many waits are nested now. */
  public volatile int waits;

  /** Counts waits, so that a reader can tell one from the next. */
  public long waitCount;

  /** Futures whose tasks the thread runs; a stack for the same reason. */
  public final Object[] running = new Object[DEPTH];

  /** How many tasks are nested now. */
  public int runs;

  /** Counts tasks, so that a reader can tell one from the next. */
  public long runCount;

  /**
   * The dependent future whose function the thread last began to run ({@code thenApply}). There is
   * no store when the function ends: the future is then complete, and a reader ignores it, or will
   * be completed by another that the function returned ({@code thenCompose}), which a reader tells
   * from the thread's stack.
   */
  public Object claimed;

  /** The thread's latest submissions, a ring; entries that are complete are cleared by a reader. */
  public final Object[] submitted = new Object[SUBMISSIONS];

  /** For a dependent asynchronous stage, the future it depends on; else null. */
  public final Object[] submittedAfter = new Object[SUBMISSIONS];

  /** Whether another submission of the thread was unfinished at the same time. */
  public final boolean[] batch = new boolean[SUBMISSIONS];

  /** The last dependent future in a chain that began with the thread's latest submission. */
  public Object chainTip;

  /**
   * Value of {@link #submissions} when all were last seen finished, or left behind by a thread that
   * went on to another job. Written by the thread.
   */
  public int settled;

  /** Value of {@link #submissions} when the thread's last wait for a future ended. */
  int askedUpTo;

  /** What the thread has submitted last of that which a policy dropped. */
  public Object dropped;

  /**
   * Value of {@link #submissions} when the observer last saw it change or the thread at work; and
   * when.
   */
  public int quietSubmissions;

  public long quietSince;

  /** An executor of which it does not matter who feeds it; forgotten by a reader now and then. */
  public Object unwatched;

  /**
   * Coroutines that the thread runs: their dispatched tasks, or the coroutine itself while it is
   * being started. A stack, since {@code runBlocking} and undispatched starts nest. Null, as the
   * next two, until the thread's first coroutine: most threads never run one.
   */
  public Object[] coroutines;

  /** How many of them are nested now. */
  public int coroutineDepth;

  /** Class name of the body of the coroutine that the thread started last. */
  public String block;

  /** Identity hashes of the last jobs that they built, and how many; none between two runs. */
  public int[] jobs;

  public int jobCount;

  /** Dispatched tasks begun, coroutines started and completed by the thread. */
  public long[] coroutineCounts;

  public static final int RUNS = 0;
  public static final int STARTED = 1;
  public static final int COMPLETED = 2;

  /** How many submissions the thread has made. */
  public int submissions;

  /** Value of {@link #submissions} when a reader last found none kept. Written by that reader. */
  public int swept;

  /** Whether the next submission takes the time: set when the thread has waited for one. */
  public boolean timeNext;

  /** The submission whose time was taken, and that time in nanoTime. */
  public Object timedSubmission;

  public long timedSubmissionAt;

  /** The executor that the thread last gave a task to, and the one whose worker it last was. */
  SnarlPool fed;

  SnarlPool ran;

  /**
   * The task that the thread runs and whose time is taken, since when, and for how many it stands.
   */
  Object timedTask;

  long timedFrom;
  int timedWeight;

  /** What that task calls, where it forgets it as it begins; else null. */
  Object timedFunction;

  /**
   * Identity hash of the task that the thread last gave to an executor, or of the thread that it
   * last started; 0 before the first. Not the task, which would be kept alive.
   */
  public int given;

  /** When that was, in nanoTime. */
  private long givenAt;

  /** Whether it had given no other shortly before: one of a batch is not. */
  public boolean givenAlone;

  /** State of the thread's own chance; never 0. */
  int random = System.identityHashCode(this) | 1;

  /** How deep the thread is in calls that ask a message broker for work. */
  public int polling;

  /** Counts those calls; 0 for a thread that is no consumer. */
  public long polls;

  /** What it asked last, and when that call ended, in nanoTime; 0 before. */
  public Class<?> consumer;

  public long polledAt;

  /** Time between the last such call and the one before it. */
  public long lastGap;

  /** Socket exchanges of the thread: a write, then a read. Counted while there are consumers. */
  public long exchanges;

  /** Whether the thread's last use of a socket was a write. */
  public boolean wrote;

  /** The pool that the thread asks for a connection, or null. */
  public Object asks;

  /**
   * How many connections the thread took and has not given back, and the identity hash of the pool
   * that it last took one from: one that is never given back must not keep the pool alive.
   */
  public int borrowed;

  public int lender;

  /** When the thread was started, in nanoTime; 0 if not seen. */
  public volatile long startedAt;

  /** Where the agent keeps what it knows of the thread; never touched by the probe. */
  public Object extension;

  /** The state of {@link #random} for threads without a slot. */
  private static int seed = 0x2545F491;

  private static final long SHORTLY = 5_000_000;

  SnarlSlot() {}

  /** For the thread itself: it gives away a task, or starts a thread. */
  public void gives(Object task, long now) {
    givenAlone = given == 0 || now - givenAt >= SHORTLY;
    givenAt = now;
    given = System.identityHashCode(task);
  }

  /** The task that the thread runs, if its time is taken; null otherwise. */
  public Object timed() {
    return timedTask;
  }

  /** What that task calls, where it forgets it as it begins; null otherwise. */
  public Object function() {
    return timedFunction;
  }

  /**
   * The executor whose worker the thread last was; null if it has run no task whose time is taken.
   */
  public Object worksFor() {
    SnarlPool pool = ran;
    return pool == null ? null : pool.get();
  }

  /** A number that changes from task to task of that executor; -1 if not all are told apart. */
  public long taskBegun() {
    SnarlPool pool = ran;
    return pool == null || pool.partial ? -1 : Math.abs(timedFrom);
  }

  /** The number of the thread's submission that lies there, from 0. */
  public int submission(int index) {
    int last = submissions - 1;
    return last - ((last - index) & (SUBMISSIONS - 1));
  }

  /** For the thread itself: makes room for its coroutines. */
  long[] countsOfCoroutines() {
    long[] counts = coroutineCounts;
    if (counts == null) {
      counts = new long[3];
      jobs = new int[DEPTH];
      coroutineCounts = counts;
      coroutines = new Object[DEPTH];
    }
    return counts;
  }

  /** Of {@link #RUNS}, {@link #STARTED} and {@link #COMPLETED}. */
  public long coroutines(int what) {
    long[] counts = coroutineCounts;
    return counts == null ? 0 : counts[what];
  }

  /** A number by chance; the slot may be null. */
  static int random(SnarlSlot slot) {
    int x = slot == null ? seed : slot.random;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    if (slot == null) {
      seed = x;
    } else {
      slot.random = x;
    }
    return x >>> 8;
  }
}
