package java.util.concurrent;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What woven methods call when a thread runs, starts or completes a coroutine. The rules of {@link
 * SnarlProbe} hold.
 */
public final class SnarlCoroutines {

  private static final AtomicLong STARTED_ELSEWHERE = new AtomicLong();
  private static final AtomicLong COMPLETED_ELSEWHERE = new AtomicLong();

  private SnarlCoroutines() {}

  /** {@code DispatchedTask.run}: the current thread begins to run a coroutine. */
  public static void enterCoroutine(Object task) {
    try {
      SnarlSlot slot = SnarlProbe.slot();
      if (slot != null) {
        slot.countsOfCoroutines()[SnarlSlot.RUNS]++;
        pushCoroutine(slot, task);
      }
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }

  /**
   * {@code AbstractCoroutine.start}, which every builder calls. An undispatched start runs the
   * coroutine's first part before it returns, so the coroutine counts as running until it does.
   */
  @SuppressWarnings("ReferenceEquality") // Class.getName() returns one String object for a class
  public static void coroutineStarting(Object coroutine, Object block) {
    try {
      SnarlSlot slot = SnarlProbe.slot();
      if (slot == null) {
        if (SnarlProbe.slots != null) {
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
        SnarlProbe.sink.blockStarting(name);
      }
      if (enclosing != null) {
        SnarlProbe.sink.coroutineStarting(slot, coroutine, enclosing);
      }
    } catch (Throwable t) {
      SnarlProbe.failed(t);
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
      SnarlSlot slot = SnarlProbe.slot();
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
      SnarlProbe.failed(t);
    }
  }

  /**
   * The constructor of {@code JobImpl}: a job of its own, such as that of {@code CoroutineScope}.
   */
  public static void jobBuilt(Object job) {
    try {
      SnarlSlot slot = SnarlProbe.slot();
      if (slot != null && slot.coroutineDepth > 0) {
        slot.jobs[slot.jobCount++ & (SnarlSlot.DEPTH - 1)] = System.identityHashCode(job);
      }
    } catch (Throwable t) {
      SnarlProbe.failed(t);
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
        SnarlSlot slot = SnarlProbe.slot();
        if (slot != null) {
          slot.countsOfCoroutines()[SnarlSlot.COMPLETED]++;
        } else if (SnarlProbe.slots != null) {
          COMPLETED_ELSEWHERE.getAndIncrement();
        }
      }
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }

  /** Coroutines started, or completed, by threads that have ended and by those without a slot. */
  public static long coroutinesElsewhere(boolean started) {
    return (started ? STARTED_ELSEWHERE : COMPLETED_ELSEWHERE).get();
  }

  static void attach() {
    STARTED_ELSEWHERE.set(0);
    COMPLETED_ELSEWHERE.set(0);
  }

  /** Keeps the counts of a thread that has ended. */
  static void ended(SnarlSlot slot) {
    if (slot.coroutineCounts != null) {
      STARTED_ELSEWHERE.getAndAdd(slot.coroutines(SnarlSlot.STARTED));
      COMPLETED_ELSEWHERE.getAndAdd(slot.coroutines(SnarlSlot.COMPLETED));
    }
  }
}
