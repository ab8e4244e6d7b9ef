package java.util.concurrent;

/**
 * What woven methods call when a thread waits for a future. The rules of {@link SnarlProbe} hold.
 */
public final class SnarlWaits {

  private SnarlWaits() {}

  /** {@code CompletableFuture.waitingGet} and {@code timedGet}: may still help before it parks. */
  public static void enterCompletableWait(Object future, int timed) {
    try {
      SnarlSlot slot = SnarlProbe.slot();
      if (slot != null) {
        push(slot, future, timed != 0, 0L, 0);
      }
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }

  /** {@code CompletableFuture.Signaller.block}: the wait that was entered last is about to park. */
  public static void parkInCompletableWait() {
    try {
      SnarlSlot slot = SnarlProbe.slot();
      if (slot != null) {
        int top = slot.waits - 1;
        if (top >= 0 && top < SnarlSlot.DEPTH && slot.parkedAt[top] == 0L) {
          slot.width[top] = markBatch(slot, slot.waitedFor[top]);
          slot.parkedAt[top] = System.nanoTime();
        }
      }
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }

  /** {@code FutureTask.awaitDone}: parks at once. */
  public static void enterTaskWait(Object future, int timed) {
    try {
      SnarlSlot slot = SnarlProbe.slot();
      if (slot != null) {
        push(slot, future, timed != 0, System.nanoTime(), markBatch(slot, future));
      }
    } catch (Throwable t) {
      SnarlProbe.failed(t);
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
      SnarlSlot slot = SnarlProbe.slot();
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
        SnarlProbe.sink.waited(slot, future, slot.timed[top], parkedAt, System.nanoTime());
      }
    } catch (Throwable t) {
      SnarlProbe.failed(t);
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
        && SnarlFutureLens.unfinished(future)
        && (slot.submittedAfter[index] == null
            || !SnarlFutureLens.unfinished(slot.submittedAfter[index]))
        && SnarlFutureLens.mayRun(future);
  }

  /** A library's own {@code get} is about to park; it may do so several times in one call. */
  public static void parkInLibraryWait(Object future, int timed) {
    try {
      SnarlSlot slot = SnarlProbe.slot();
      if (slot == null || slot.waits >= SnarlSlot.DEPTH) {
        return;
      }
      int top = slot.waits - 1;
      if (top >= 0 && slot.waitedFor[top] == future) {
        return;
      }
      SnarlDeclared.meet(future);
      if (SnarlDeclared.is(future)
          ? !SnarlDeclared.unfinished(future)
          : future instanceof Future<?> known && known.isDone()) {
        return;
      }
      push(slot, future, timed != 0, System.nanoTime(), markBatch(slot, future));
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }

  /** That {@code get} ends, whether it has parked or not. */
  public static void leaveLibraryWait(Object future) {
    try {
      SnarlSlot slot = SnarlProbe.slot();
      if (slot != null) {
        int top = slot.waits - 1;
        if (top >= 0 && top < SnarlSlot.DEPTH && slot.waitedFor[top] == future) {
          leaveWait();
        }
      }
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }
}
