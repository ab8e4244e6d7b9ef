package java.util.concurrent;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import jdk.internal.misc.Unsafe;

/**
 * What woven methods call when threads wait, run tasks, start and end; {@link SnarlPool} has the
 * rest. It is in {@code java.util.concurrent} because every loader and module can reach that
 * package, and because it may then read the futures' own package-private fields. Defined into the
 * bootstrap loader through a private lookup: appending to the bootstrap class path would switch
 * class-data sharing off for the application's loader and print a JVM warning
 * (https://bugs.openjdk.org/browse/JDK-8199807).
 *
 * <p>House rules of this class: no lambda, no string concatenation, no lock, no I/O, no allocation
 * after a thread's first use, no class loading. {@code Unsafe} rather than {@code VarHandle}, since
 * linking a method handle in the middle of class loading ends in ClassCircularityError
 * (https://bugs.openjdk.org/browse/JDK-8131129). Nothing it does can reach the application: every
 * throwable is caught and counted in {@link #errors}.
 */
public final class SnarlProbe {

  /** Grows with every change that an older or newer agent could not live with. */
  public static final int VERSION = 1;

  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long TID = U.objectFieldOffset(Thread.class, "tid");
  private static final long TASK_STATE = U.objectFieldOffset(FutureTask.class, "state");
  private static final Class<?> VIRTUAL = virtualThreads();
  private static final int PLACES = 32;

  /** Odd, so that the places of one id are all different in a table of 2^n. */
  private static final int FAR = 2_039;

  private static final AtomicLong STARTED_ELSEWHERE = new AtomicLong();
  private static final AtomicLong COMPLETED_ELSEWHERE = new AtomicLong();

  /** Receives the rare events. Plain: a thread may see the old sink for a moment. */
  public static SnarlSink sink = new SnarlSink();

  /**
   * One slot for each platform thread that the probe has met; null while detached. An atomic array
   * and not {@code Unsafe}, whose {@code arrayBaseOffset} returns an int on 17 and a long on 25.
   */
  public static AtomicReferenceArray<SnarlSlot> slots;

  /** Set while some executor is so young that it matters who feeds it. */
  public static boolean watchFeeders;

  /** Set once a thread has asked a message broker for work: from then on exchanges count. */
  public static boolean consumers;

  /** Connections given back by a thread that had taken none. May lose a count. */
  public static long handedOver;

  /** Suppressed errors, and threads that found no slot. Plain counters: they may lose a count. */
  public static long errors;

  public static long slotsMissed;

  /** Class name of the last suppressed error, for the agent to name. */
  public static String lastError;

  private SnarlProbe() {}

  /** Turns the probe on. {@code size} is a power of two. */
  public static void attach(SnarlSink newSink, int size) {
    AtomicReferenceArray<SnarlSlot> table = new AtomicReferenceArray<>(size);
    // Links the array's access now, not in the middle of the application's class loading.
    table.compareAndSet(0, null, new SnarlSlot());
    table.compareAndSet(0, table.get(0), null);
    SnarlPool.attach(size);
    STARTED_ELSEWHERE.set(0);
    COMPLETED_ELSEWHERE.set(0);
    slots = table;
    sink = newSink;
  }

  /** Turns the probe off: from here on every woven call ends at a null check. */
  public static void detach() {
    sink = new SnarlSink();
    slots = null;
    SnarlPool.detach();
    watchFeeders = false;
    consumers = false;
    lastError = null;
  }

  // ---- waits ----

  /** {@code CompletableFuture.waitingGet} and {@code timedGet}: may still help before it parks. */
  public static void enterCompletableWait(Object future, int timed) {
    try {
      SnarlSlot slot = slot();
      if (slot != null) {
        push(slot, future, timed != 0, 0L, 0);
      }
    } catch (Throwable t) {
      failed(t);
    }
  }

  /** {@code CompletableFuture.Signaller.block}: the wait that was entered last is about to park. */
  public static void parkInCompletableWait() {
    try {
      SnarlSlot slot = slot();
      if (slot != null) {
        int top = slot.waits - 1;
        if (top >= 0 && top < SnarlSlot.DEPTH && slot.parkedAt[top] == 0L) {
          slot.width[top] = markBatch(slot, slot.waitedFor[top]);
          slot.parkedAt[top] = System.nanoTime();
        }
      }
    } catch (Throwable t) {
      failed(t);
    }
  }

  /** {@code FutureTask.awaitDone}: parks at once. */
  public static void enterTaskWait(Object future, int timed) {
    try {
      SnarlSlot slot = slot();
      if (slot != null) {
        push(slot, future, timed != 0, System.nanoTime(), markBatch(slot, future));
      }
    } catch (Throwable t) {
      failed(t);
    }
  }

  /**
   * The two calls of {@code LockSupport.setCurrentBlocker} in {@code ForkJoinTask.awaitDone}: with
   * the task right before the first park, with null after the last. All joins of fork-join tasks
   * come here, on 17 as on 25, after they have helped.
   */
  public static void parkInForkJoinWait(Object blocker, int timed) {
    if (blocker == null) {
      leaveWait();
    } else {
      enterTaskWait(blocker, timed);
    }
  }

  /** The wait that was entered last is over. */
  public static void leaveWait() {
    try {
      SnarlSlot slot = slot();
      if (slot == null) {
        return;
      }
      int top = slot.waits - 1;
      if (top < 0) {
        return; // the agent was attached while this thread was waiting
      }
      if (top >= SnarlSlot.DEPTH) {
        slot.waits = top;
        return;
      }
      Object future = slot.waitedFor[top];
      long parkedAt = slot.parkedAt[top];
      slot.waits = top;
      slot.waitedFor[top] = null;
      slot.askedUpTo = slot.submissions;
      if (parkedAt != 0L) {
        sink.waited(slot, future, slot.timed[top], parkedAt, System.nanoTime());
      }
    } catch (Throwable t) {
      failed(t);
    }
  }

  /**
   * A wait that had begun before the agent came, in a slot of its own outside the table: the frame
   * that waits is not woven and will not say when it leaves. The future may be null until known.
   */
  public static SnarlSlot earlierWait(Thread thread, Object future, boolean timed) {
    SnarlSlot slot = new SnarlSlot();
    slot.owner = thread;
    push(slot, future, timed, System.nanoTime(), 1);
    return slot;
  }

  private static void push(SnarlSlot slot, Object future, boolean timed, long parkedAt, int width) {
    int depth = slot.waits;
    if (depth < SnarlSlot.DEPTH) {
      slot.waitedFor[depth] = future;
      slot.timed[depth] = timed;
      slot.parkedAt[depth] = parkedAt;
      slot.width[depth] = width;
    }
    slot.waitCount++;
    slot.waits = depth + 1;
  }

  /**
   * About to park: if several of the thread's tasks are unfinished, they are a batch. Those that it
   * submitted before its last wait are none of them, unless it waits for one of them now: it has
   * gone on to another job and left them behind.
   */
  private static int markBatch(SnarlSlot slot, Object future) {
    if (slot.submissions - slot.askedUpTo > 0 && !leftBehind(slot, future)) {
      slot.settled = slot.askedUpTo;
    }
    int unfinished = 0;
    for (int i = 0; i < SnarlSlot.SUBMISSIONS; i++) {
      if (outstanding(slot, i)) {
        unfinished++;
      }
    }
    if (unfinished > 1) {
      for (int i = 0; i < SnarlSlot.SUBMISSIONS; i++) {
        if (outstanding(slot, i)) {
          slot.batch[i] = true;
        }
      }
    }
    return unfinished;
  }

  private static boolean leftBehind(SnarlSlot slot, Object future) {
    for (int i = 0; i < SnarlSlot.SUBMISSIONS; i++) {
      if (slot.submitted[i] == future) {
        return slot.askedUpTo - slot.submission(i) > 0;
      }
    }
    return false;
  }

  /**
   * Whether the submission is a job of its own that is not finished and that the thread may wait
   * for. A stage that still waits for the one before it is no second job: {@code
   * supplyAsync(a).thenApplyAsync(b)} is one. Neither is a time-out that is not due.
   */
  public static boolean outstanding(SnarlSlot slot, int index) {
    Object future = slot.submitted[index];
    return future != null
        && slot.submission(index) - slot.settled >= 0
        && unfinished(future)
        && (slot.submittedAfter[index] == null || !unfinished(slot.submittedAfter[index]))
        && SnarlPool.mayRun(future);
  }

  /** Reads the future's own field: {@code isDone} may be overridden by the application. */
  public static boolean unfinished(Object future) {
    if (future instanceof CompletableFuture<?> completable) {
      return completable.result == null;
    }
    if (future instanceof FutureTask) {
      return U.getIntVolatile(future, TASK_STATE) <= 1; // NEW, COMPLETING
    }
    if (future instanceof ForkJoinTask<?> task) {
      return task.status >= 0;
    }
    return future instanceof Future<?> other
        && trusted(future.getClass().getName())
        && !other.isDone();
  }

  // ---- tasks ----

  /** The current thread begins to run the task that will complete this future. */
  public static void enterTask(Object future) {
    try {
      SnarlSlot slot = slot();
      if (slot != null) {
        int depth = slot.runs;
        if (depth < SnarlSlot.DEPTH) {
          slot.running[depth] = future;
        }
        slot.runs = depth + 1;
        slot.runCount++;
      }
    } catch (Throwable t) {
      failed(t);
    }
  }

  /** {@code CompletableFuture.Completion.run} and {@code exec}: an asynchronous dependent stage. */
  public static void enterStage(Object completion) {
    Object future = null;
    try {
      if (completion instanceof CompletableFuture.UniCompletion<?, ?> stage) {
        future = stage.dep;
      }
    } catch (Throwable t) {
      failed(t);
    }
    enterTask(future); // in any case: leaveTask follows
  }

  /** The task that was entered last is over. */
  public static void leaveTask() {
    try {
      SnarlSlot slot = slot();
      if (slot != null) {
        int top = slot.runs - 1;
        if (top >= 0) {
          slot.runs = top;
          if (top < SnarlSlot.DEPTH) {
            slot.running[top] = null;
          }
        }
      }
    } catch (Throwable t) {
      failed(t);
    }
  }

  /** {@code UniCompletion.claim}: if it says true, this thread runs the dependent's function. */
  public static void claimed(int result, Object completion) {
    try {
      if (result != 0) {
        SnarlSlot slot = slot();
        if (slot != null) {
          slot.claimed = ((CompletableFuture.UniCompletion<?, ?>) completion).dep;
        }
      }
    } catch (Throwable t) {
      failed(t);
    }
  }

  /** The current thread has submitted a task and got this future for it. */
  public static void submitted(Object future) {
    try {
      SnarlSlot slot = slot();
      if (slot != null) {
        int last = (slot.submissions - 1) & (SnarlSlot.SUBMISSIONS - 1);
        Object before = slot.submitted[last];
        if (before == future) {
          return; // submit calls execute, and both are woven
        }
        if (future != null && future == slot.dropped) {
          slot.dropped = null;
          return;
        }
        Object handedOn = SnarlLens.runnableOf(before);
        if (handedOn != null && handedOn == future) {
          // An executor around another has handed on what it was given, of which the inner one
          // made a future as well: one job, known by the future that its submitter gets.
          slot.submitted[last] = future;
          if (slot.timedSubmission == before) {
            slot.timedSubmission = future;
          }
        } else {
          submittedAfter(slot, future, null);
        }
      }
    } catch (Throwable t) {
      failed(t);
    }
  }

  /**
   * {@code completeAsync}: the current thread has submitted the task of this future. If others
   * depend on it already, it starts a chain that is known, as in the JDK's HTTP client.
   */
  public static void completing(Object future) {
    try {
      // In this order: a future has its result before its dependents leave it.
      if (((CompletableFuture<?>) future).stack == null && unfinished(future)) {
        submitted(future);
      }
    } catch (Throwable t) {
      failed(t);
    }
  }

  /** {@code uniApplyStage} and its kin: asynchronous, a submission, if there is an executor. */
  public static void derived(Object future, Object executor, Object source) {
    try {
      SnarlSlot slot = slot();
      if (slot != null) {
        int last = (slot.submissions - 1) & (SnarlSlot.SUBMISSIONS - 1);
        boolean sameChain = source == slot.submitted[last] || source == slot.chainTip;
        if (executor != null) {
          submittedAfter(slot, future, source);
        }
        if (sameChain) {
          slot.chainTip = future;
        }
      }
    } catch (Throwable t) {
      failed(t);
    }
  }

  /** A policy has dropped the task that the current thread submits: nobody can wait for it. */
  static void dropped(Object task) {
    SnarlSlot slot = slot();
    if (slot == null) {
      return;
    }
    Object future = task;
    if (task instanceof CompletableFuture.AsyncSupply<?> supply) {
      future = supply.dep;
    } else if (task instanceof CompletableFuture.AsyncRun run) {
      future = run.dep;
    }
    int last = (slot.submissions - 1) & (SnarlSlot.SUBMISSIONS - 1);
    if (slot.submitted[last] == future) {
      slot.submitted[last] = null;
    }
    slot.dropped = future; // its submit has yet to return it
  }

  static void submittedAfter(SnarlSlot slot, Object future, Object source) {
    int last = (slot.submissions - 1) & (SnarlSlot.SUBMISSIONS - 1);
    if (slot.submitted[last] == future) {
      return;
    }
    int next = slot.submissions & (SnarlSlot.SUBMISSIONS - 1);
    slot.submitted[next] = future;
    slot.submittedAfter[next] = source;
    slot.batch[next] = false;
    slot.chainTip = null;
    slot.submissions++;
    if (slot.timeNext) {
      slot.timeNext = false;
      slot.timedSubmission = future;
      slot.timedSubmissionAt = System.nanoTime();
    }
  }

  // ---- executors of libraries ----

  /** {@code owner} has made this executor for itself: a Spring bean that wraps a pool. */
  public static void executorOwned(Object owner, Object executor) {
    try {
      sink.executorOwned(owner, executor);
    } catch (Throwable t) {
      failed(t);
    }
  }

  // ---- futures of libraries ----

  /** A library's own {@code get} is about to park; it may do so several times in one call. */
  public static void parkInLibraryWait(Object future, int timed) {
    try {
      SnarlSlot slot = slot();
      if (slot == null || slot.waits >= SnarlSlot.DEPTH) {
        return;
      }
      int top = slot.waits - 1;
      if (top >= 0 && slot.waitedFor[top] == future) {
        return;
      }
      if (future instanceof Future<?> known && known.isDone()) {
        return;
      }
      push(slot, future, timed != 0, System.nanoTime(), markBatch(slot, future));
    } catch (Throwable t) {
      failed(t);
    }
  }

  /** That {@code get} ends, whether it has parked or not. */
  public static void leaveLibraryWait(Object future) {
    try {
      SnarlSlot slot = slot();
      if (slot != null) {
        int top = slot.waits - 1;
        if (top >= 0 && top < SnarlSlot.DEPTH && slot.waitedFor[top] == future) {
          leaveWait();
        }
      }
    } catch (Throwable t) {
      failed(t);
    }
  }

  /** A future that stands for the thread's latest submission, as Spring's for Kafka's. */
  public static void wrapped(Object future) {
    try {
      SnarlSlot slot = slot();
      if (slot != null && slot.submissions > 0 && future != null) {
        slot.chainTip = future;
      }
    } catch (Throwable t) {
      failed(t);
    }
  }

  /** Libraries whose {@code isDone} is one read and takes no lock. */
  private static boolean trusted(String type) {
    return type.startsWith("com.google.")
        || type.startsWith("org.apache.kafka.clients.")
        || type.startsWith("io.netty.")
        || type.startsWith("org.apache.hc.core5.concurrent.");
  }

  // ---- clients and consumers of libraries ----

  /** A heavy client was built; {@code core} is the part that such clients may share, or null. */
  public static void clientBuilt(Object client, Object core) {
    try {
      sink.clientBuilt(client, core);
    } catch (Throwable t) {
      failed(t);
    }
  }

  /** The current thread asks its broker for more work. */
  public static void enterPoll(Object client) {
    try {
      SnarlSlot slot = slot();
      if (slot != null && slot.polling++ == 0) {
        slot.polls++;
        slot.consumer = client.getClass();
        if (slot.polledAt != 0L) {
          slot.lastGap = System.nanoTime() - slot.polledAt;
        }
        consumers = true;
      }
    } catch (Throwable t) {
      failed(t);
    }
  }

  /** It got an answer, or none. */
  public static void leavePoll() {
    try {
      SnarlSlot slot = slot();
      if (slot != null && slot.polling > 0 && --slot.polling == 0) {
        slot.polledAt = System.nanoTime();
      }
    } catch (Throwable t) {
      failed(t);
    }
  }

  /** {@code NioSocketImpl.implWrite}: the request half of an exchange. */
  public static void socketWrite() {
    if (consumers) {
      try {
        SnarlSlot slot = slot();
        if (slot != null) {
          slot.wrote = true;
        }
      } catch (Throwable t) {
        failed(t);
      }
    }
  }

  /** {@code NioSocketImpl.implRead}: the first read after a write ends an exchange. */
  public static void socketRead() {
    if (consumers) {
      try {
        SnarlSlot slot = slot();
        if (slot != null && slot.wrote) {
          slot.wrote = false;
          slot.exchanges++;
        }
      } catch (Throwable t) {
        failed(t);
      }
    }
  }

  // ---- pools of connections ----

  /** A pool of connections or an endpoint of a server was built. */
  public static void resourceBuilt(Object resource) {
    try {
      sink.resourceBuilt(resource);
    } catch (Throwable t) {
      failed(t);
    }
  }

  /** The current thread asks this pool for a connection. */
  public static void enterBorrow(Object pool) {
    try {
      SnarlSlot slot = slot();
      if (slot != null) {
        slot.asks = pool;
      }
    } catch (Throwable t) {
      failed(t);
    }
  }

  /** It got one. */
  public static void borrowed(Object pool) {
    try {
      SnarlSlot slot = slot();
      if (slot != null) {
        slot.asks = null;
        slot.borrowed++;
        slot.lender = System.identityHashCode(pool);
      }
    } catch (Throwable t) {
      failed(t);
    }
  }

  /** It got none. */
  public static void notBorrowed(Object thrown, Object pool) {
    try {
      SnarlSlot slot = slot();
      if (slot != null) {
        slot.asks = null;
      }
      sink.notBorrowed(thrown, pool);
    } catch (Throwable t) {
      failed(t);
    }
  }

  /** The current thread gives a connection back. */
  public static void givenBack() {
    try {
      SnarlSlot slot = slot();
      if (slot != null) {
        if (slot.borrowed > 0) {
          slot.borrowed--;
        } else {
          handedOver++;
        }
      }
    } catch (Throwable t) {
      failed(t);
    }
  }

  // ---- coroutines ----

  /** {@code DispatchedTask.run}: the current thread begins to run a coroutine. */
  public static void enterCoroutine(Object task) {
    try {
      SnarlSlot slot = slot();
      if (slot != null) {
        slot.countsOfCoroutines()[SnarlSlot.RUNS]++;
        pushCoroutine(slot, task);
      }
    } catch (Throwable t) {
      failed(t);
    }
  }

  /**
   * {@code AbstractCoroutine.start}, which every builder calls. An undispatched start runs the
   * coroutine's first part before it returns, so the coroutine counts as running until it does.
   */
  @SuppressWarnings("ReferenceEquality") // Class.getName() returns one String object for a class
  public static void coroutineStarting(Object coroutine, Object block) {
    try {
      SnarlSlot slot = slot();
      if (slot == null) {
        if (slots != null) {
          STARTED_ELSEWHERE.getAndIncrement();
        }
        return;
      }
      slot.countsOfCoroutines()[SnarlSlot.STARTED]++;
      int depth = slot.coroutineDepth;
      Object enclosing = depth > 0 && depth <= SnarlSlot.DEPTH ? slot.coroutines[depth - 1] : null;
      pushCoroutine(slot, coroutine);
      String name = block == null ? null : block.getClass().getName();
      if (name != null && name != slot.block) {
        slot.block = name;
        sink.blockStarting(name);
      }
      if (enclosing != null) {
        sink.coroutineStarting(slot, coroutine, enclosing);
      }
    } catch (Throwable t) {
      failed(t);
    }
  }

  private static void pushCoroutine(SnarlSlot slot, Object coroutine) {
    int depth = slot.coroutineDepth;
    if (depth < SnarlSlot.DEPTH) {
      slot.coroutines[depth] = coroutine;
    }
    slot.coroutineDepth = depth + 1;
  }

  /** The coroutine that was entered last is suspended, done, or started. */
  public static void leaveCoroutine() {
    try {
      SnarlSlot slot = slot();
      if (slot != null) {
        int top = slot.coroutineDepth - 1;
        if (top >= 0) {
          slot.coroutineDepth = top;
          if (top < SnarlSlot.DEPTH) {
            slot.coroutines[top] = null;
          }
          if (top == 0) {
            slot.jobCount = 0;
          }
        }
      }
    } catch (Throwable t) {
      failed(t);
    }
  }

  /**
   * The constructor of {@code JobImpl}: a job of its own, such as that of {@code CoroutineScope}.
   */
  public static void jobBuilt(Object job) {
    try {
      SnarlSlot slot = slot();
      if (slot != null && slot.coroutineDepth > 0) {
        slot.jobs[slot.jobCount++ & (SnarlSlot.DEPTH - 1)] = System.identityHashCode(job);
      }
    } catch (Throwable t) {
      failed(t);
    }
  }

  /** Whether the job was built in this very run of a coroutine; knows the last few only. */
  public static boolean builtNow(SnarlSlot slot, Object job) {
    int hash = System.identityHashCode(job);
    for (int i = Math.min(slot.jobCount, SnarlSlot.DEPTH) - 1; i >= 0; i--) {
      if (slot.jobs[i] == hash) {
        return true;
      }
    }
    return false;
  }

  /** {@code AbstractCoroutine.onCompletionInternal}; a scope's own coroutine was never started. */
  public static void coroutineCompleted(int scope) {
    try {
      if (scope == 0) {
        SnarlSlot slot = slot();
        if (slot != null) {
          slot.countsOfCoroutines()[SnarlSlot.COMPLETED]++;
        } else if (slots != null) {
          COMPLETED_ELSEWHERE.getAndIncrement();
        }
      }
    } catch (Throwable t) {
      failed(t);
    }
  }

  /** Coroutines started, or completed, by threads that have ended and by those without a slot. */
  public static long coroutinesElsewhere(boolean started) {
    return (started ? STARTED_ELSEWHERE : COMPLETED_ELSEWHERE).get();
  }

  // ---- threads ----

  public static void threadStarting(Object thread) {
    try {
      if (VIRTUAL == null || !VIRTUAL.isInstance(thread)) {
        sink.threadStarting((Thread) thread);
      }
    } catch (Throwable t) {
      failed(t);
    }
  }

  /** The slot of a thread that is about to start, taken on its behalf; null if there is no room. */
  public static SnarlSlot slotFor(Thread thread) {
    AtomicReferenceArray<SnarlSlot> table = slots;
    if (table == null || (VIRTUAL != null && VIRTUAL.isInstance(thread))) {
      return null;
    }
    return find(table, thread, (int) U.getLong(thread, TID), true);
  }

  /** The slot that the thread has; null if it has none. */
  public static SnarlSlot slotOf(Thread thread) {
    AtomicReferenceArray<SnarlSlot> table = slots;
    return table == null || (VIRTUAL != null && VIRTUAL.isInstance(thread))
        ? null
        : find(table, thread, (int) U.getLong(thread, TID), false);
  }

  /** {@code Thread.exit}: the JVM calls it on every platform thread that ends. */
  public static void threadEnding(Object thread) {
    try {
      AtomicReferenceArray<SnarlSlot> table = slots;
      if (table != null && (VIRTUAL == null || !VIRTUAL.isInstance(thread))) {
        Thread t = (Thread) thread;
        SnarlSlot slot = find(table, t, (int) U.getLong(t, TID), false);
        if (slot != null) {
          sink.threadEnding(slot);
          release(slot);
        }
      }
    } catch (Throwable t) {
      failed(t);
    }
  }

  /**
   * Takes the slot of a thread that has ended out of the table: ids of threads only grow, and each
   * would in the end have a slot of its own there. No other thread gets it, so who still holds it
   * reads what its thread left behind, and sees that it has no owner any more.
   */
  public static void release(SnarlSlot slot) {
    AtomicReferenceArray<SnarlSlot> table = slots;
    Thread owner = slot.owner;
    if (table == null || owner == null) {
      return;
    }
    int tid = (int) U.getLong(owner, TID);
    if (!remove(table, slot, tid)) {
      return;
    }
    if (slot.coroutineCounts != null) {
      STARTED_ELSEWHERE.getAndAdd(slot.coroutines(SnarlSlot.STARTED));
      COMPLETED_ELSEWHERE.getAndAdd(slot.coroutines(SnarlSlot.COMPLETED));
    }
    slot.owner = null;
  }

  private static boolean remove(AtomicReferenceArray<SnarlSlot> table, SnarlSlot slot, int tid) {
    int mask = table.length() - 1;
    for (int i = 0; i < PLACES; i++) {
      int index = place(tid, i) & mask;
      if (table.get(index) == slot) {
        return table.compareAndSet(index, slot, null);
      }
    }
    return false;
  }

  // ---- slots ----

  static SnarlSlot slot() {
    AtomicReferenceArray<SnarlSlot> table = slots;
    if (table == null) {
      return null;
    }
    Thread thread = Thread.currentThread();
    if (VIRTUAL != null && VIRTUAL.isInstance(thread)) {
      return null;
    }
    // The field, not getId(): before JDK 19 a subclass may override that.
    int tid = (int) U.getLong(thread, TID);
    SnarlSlot slot = table.get(tid & (table.length() - 1));
    if (slot != null && slot.owner == thread) {
      return slot;
    }
    return find(table, thread, tid, true);
  }

  /**
   * Where the slot of a thread may be, likeliest first, before it is folded into the table. Each
   * place is far from the one before: ids are given in turn, so the threads of a large pool lie
   * side by side, and those that start one lap of the table later would find all the places near
   * their own taken.
   */
  private static int place(int tid, int i) {
    return tid + i * FAR;
  }

  private static SnarlSlot find(
      AtomicReferenceArray<SnarlSlot> table, Thread thread, int tid, boolean claim) {
    int mask = table.length() - 1;
    for (int i = 0; i < PLACES; i++) {
      SnarlSlot slot = table.get(place(tid, i) & mask);
      if (slot != null && slot.owner == thread) {
        return slot;
      }
    }
    if (!claim) {
      return null;
    }
    SnarlSlot fresh = null;
    for (int i = 0; i < PLACES; i++) {
      int index = place(tid, i) & mask;
      if (table.get(index) == null) {
        if (fresh == null) { // only now: a thread that finds no place comes here at every hook
          fresh = new SnarlSlot();
          fresh.owner = thread;
        }
        if (table.compareAndSet(index, null, fresh)) {
          return fresh;
        }
      }
    }
    slotsMissed++;
    return null;
  }

  /** The thread's id, which a subclass may deny. */
  public static long id(Thread thread) {
    return U.getLong(thread, TID);
  }

  /** Whether this is a virtual thread; always false before JDK 21. */
  public static boolean virtual(Thread thread) {
    return VIRTUAL != null && VIRTUAL.isInstance(thread);
  }

  static void failed(Throwable t) {
    errors++;
    try {
      lastError = t.getClass().getName();
    } catch (Throwable again) {
      // No memory for the name; what went wrong is counted.
    }
  }

  private static Class<?> virtualThreads() {
    try {
      return Class.forName("java.lang.BaseVirtualThread", false, null);
    } catch (ClassNotFoundException e) {
      return null; // before JDK 21
    }
  }
}
