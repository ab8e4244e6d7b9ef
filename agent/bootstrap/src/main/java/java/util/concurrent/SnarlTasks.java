package java.util.concurrent;

/**
 * What woven methods call when a thread runs a task or submits one. The rules of {@link SnarlProbe}
 * hold.
 */
public final class SnarlTasks {

  private SnarlTasks() {}

  /** The current thread begins to run the task that will complete this future. */
  public static void enterTask(Object future) {
    try {
      SnarlSlot slot = SnarlProbe.slot();
      if (slot != null) {
        int depth = slot.runs;
        if (depth < SnarlSlot.DEPTH) {
          slot.running[depth] = future;
        }
        slot.runs = depth + 1;
        slot.runCount++;
      }
    } catch (Throwable t) {
      SnarlProbe.failed(t);
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
      SnarlProbe.failed(t);
    }
    enterTask(future); // in any case: leaveTask follows
  }

  /** The task that was entered last is over. */
  public static void leaveTask() {
    try {
      SnarlSlot slot = SnarlProbe.slot();
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
      SnarlProbe.failed(t);
    }
  }

  /** {@code UniCompletion.claim}: if it says true, this thread runs the dependent's function. */
  public static void claimed(int result, Object completion) {
    try {
      if (result != 0) {
        SnarlSlot slot = SnarlProbe.slot();
        if (slot != null) {
          slot.claimed = ((CompletableFuture.UniCompletion<?, ?>) completion).dep;
        }
      }
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }

  /** The current thread has submitted a task and got this future for it. */
  public static void submitted(Object future) {
    try {
      SnarlDeclared.meet(future);
      SnarlSlot slot = SnarlProbe.slot();
      if (slot != null) {
        if (SnarlFutureLens.scheduled(future) && slot.fed != null && slot.fed.every == 1) {
          long now = System.nanoTime();
          if (SnarlFutureLens.due(future, now) - now <= 0) {
            slot.gives(future, now);
          }
        }
        int last = (slot.submissions - 1) & (SnarlSlot.SUBMISSIONS - 1);
        Object before = slot.submitted[last];
        if (before == future) {
          return; // submit calls execute, and both are woven
        }
        if (future != null && future == slot.dropped) {
          return;
        }
        Object handedOn = SnarlFutureLens.runnableOf(before);
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
      SnarlProbe.failed(t);
    }
  }

  /**
   * {@code completeAsync}: the current thread has submitted the task of this future. If others
   * depend on it already, it starts a chain that is known, as in the JDK's HTTP client.
   */
  public static void completing(Object future) {
    try {
      // In this order: a future has its result before its dependents leave it.
      if (((CompletableFuture<?>) future).stack == null && SnarlFutureLens.unfinished(future)) {
        submitted(future);
      }
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }

  /** {@code uniApplyStage} and its kin: asynchronous, a submission, if there is an executor. */
  public static void derived(Object future, Object executor, Object source) {
    try {
      SnarlSlot slot = SnarlProbe.slot();
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
      SnarlProbe.failed(t);
    }
  }

  /** A policy has dropped the task that the current thread submits: nobody will run it. */
  static void dropped(Object task) {
    SnarlSlot slot = SnarlProbe.slot();
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
    slot.dropped = future; // its submit has yet to return it, and somebody may wait for it
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

  /** A future that stands for the thread's latest submission, as Spring's for Kafka's. */
  public static void wrapped(Object future) {
    try {
      SnarlSlot slot = SnarlProbe.slot();
      if (slot != null && slot.submissions > 0 && future != null) {
        slot.chainTip = future;
      }
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }

  /** A task, or the current thread, ends by what was thrown. */
  public static void failed(Object task, Object thrown) {
    try {
      SnarlProbe.sink.failed(task, thrown);
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }
}
