package java.util.concurrent;

import jdk.internal.misc.Unsafe;

/**
 * Reads futures, the tasks that complete them and the stages that depend on them, as {@link
 * SnarlLens} does.
 */
@SuppressWarnings("FutureReturnValueIgnored") // it looks at futures, it does not wait for them
public final class SnarlFutureLens {

  private static final Unsafe U = Unsafe.getUnsafe();

  private static final long TASK_STATE = U.objectFieldOffset(FutureTask.class, "state");
  private static final long RUNNER = SnarlLens.offset(FutureTask.class, "runner");
  private static final long CALLABLE = SnarlLens.offset(FutureTask.class, "callable");
  private static final Class<?> ADAPTER =
      SnarlLens.type("java.util.concurrent.Executors$RunnableAdapter");
  private static final long ADAPTED = SnarlLens.offset(ADAPTER, "task");

  /** What fork-join pools make of a {@code Runnable} that they are given. */
  private static final Class<?>[] FORK_JOIN_ADAPTERS = {
    SnarlLens.type("java.util.concurrent.ForkJoinTask$RunnableExecuteAction"),
    SnarlLens.type("java.util.concurrent.ForkJoinTask$AdaptedRunnableAction"),
    SnarlLens.type("java.util.concurrent.ForkJoinTask$AdaptedRunnable")
  };

  private static final long[] FORK_JOIN_ADAPTED = {
    SnarlLens.offset(FORK_JOIN_ADAPTERS[0], "runnable"),
    SnarlLens.offset(FORK_JOIN_ADAPTERS[1], "runnable"),
    SnarlLens.offset(FORK_JOIN_ADAPTERS[2], "runnable")
  };

  private static final Class<?> SCHEDULED =
      SnarlLens.type("java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask");

  /** Where a scheduled task has the time from which it is due; -1 if that is unknown. */
  static final long DUE = SnarlLens.offset(SCHEDULED, "time");

  /** Prefixes of the libraries' futures whose {@code isDone} is one read and takes no lock. */
  public static String[] trusted = {};

  private SnarlFutureLens() {}

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
    if (SnarlDeclared.is(future)) {
      return SnarlDeclared.unfinished(future);
    }
    return future instanceof Future<?> other
        && trusted(future.getClass().getName())
        && !other.isDone();
  }

  private static boolean trusted(String type) {
    for (String prefix : trusted) {
      if (type.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  /** The thread that runs the task, or null while it is queued or done. */
  public static Thread runner(FutureTask<?> task) {
    return RUNNER < 0 ? null : (Thread) U.getReferenceVolatile(task, RUNNER);
  }

  /** The future that a task or stage in an executor's queue will complete, or null. */
  public static Object futureOf(Object task) {
    if (task instanceof CompletableFuture.AsyncSupply<?> supply) {
      return supply.dep;
    }
    if (task instanceof CompletableFuture.AsyncRun run) {
      return run.dep;
    }
    if (task instanceof CompletableFuture.UniCompletion<?, ?> stage) {
      return stage.dep;
    }
    return task instanceof Future || SnarlDeclared.is(task) ? task : null;
  }

  /**
   * The runnable that an executor made this task of, as a scheduler does with each, and a fork-join
   * pool; or null.
   */
  public static Object runnableOf(Object task) {
    if (task instanceof ForkJoinTask) {
      for (int i = 0; i < FORK_JOIN_ADAPTERS.length; i++) {
        if (task.getClass() == FORK_JOIN_ADAPTERS[i] && FORK_JOIN_ADAPTED[i] >= 0) {
          return U.getReference(task, FORK_JOIN_ADAPTED[i]);
        }
      }
      return null;
    }
    Object callable = callable(task);
    return ADAPTER != null && ADAPTER.isInstance(callable) && ADAPTED >= 0
        ? U.getReference(callable, ADAPTED)
        : null;
  }

  /** What a {@code FutureTask} calls, until it is done; null for any other. */
  public static Object callable(Object task) {
    return task instanceof FutureTask && CALLABLE >= 0 ? U.getReference(task, CALLABLE) : null;
  }

  /** What {@code runAsync} and {@code supplyAsync} call, until they do; null for any other. */
  static Object function(Object task) {
    return task instanceof CompletableFuture.AsyncSupply<?> supply
        ? supply.fn
        : task instanceof CompletableFuture.AsyncRun run ? run.fn : null;
  }

  /** The first of the completions that wait for the future; follow {@link #next}. */
  public static Object dependents(Object future) {
    return future instanceof CompletableFuture<?> completable ? completable.stack : null;
  }

  public static Object next(Object completion) {
    return ((CompletableFuture.Completion) completion).next;
  }

  /** The completion that really acts: the base of one that was pushed on its second source. */
  public static Object base(Object completion) {
    return completion instanceof CompletableFuture.CoCompletion second ? second.base : completion;
  }

  /** The future that the completion will complete, or null: a waiter, or already fired. */
  public static Object dependent(Object completion) {
    if (completion instanceof CompletableFuture.UniCompletion<?, ?> stage) {
      return stage.dep;
    }
    if (completion instanceof CompletableFuture.AnyOf any) {
      return any.dep;
    }
    return null;
  }

  /** The futures that the completion waits for; entries may be null. */
  public static Object[] sources(Object completion) {
    if (completion instanceof CompletableFuture.BiCompletion<?, ?, ?> both) {
      return new Object[] {both.src, both.snd};
    }
    if (completion instanceof CompletableFuture.UniCompletion<?, ?> stage) {
      return new Object[] {stage.src};
    }
    if (completion instanceof CompletableFuture.AnyOf any) {
      Object[] sources = any.srcs;
      return sources == null ? new Object[0] : sources;
    }
    return new Object[0];
  }

  /** Whether one source is enough: {@code anyOf}, {@code applyToEither} and its kin. */
  public static boolean anySource(Object completion) {
    return completion instanceof CompletableFuture.AnyOf
        || completion instanceof CompletableFuture.OrApply
        || completion instanceof CompletableFuture.OrAccept
        || completion instanceof CompletableFuture.OrRun;
  }

  /** Whether this is what {@code orTimeout} leaves on a future: a deadline will complete it. */
  public static boolean cancelsTimeout(Object completion) {
    return completion instanceof CompletableFuture.UniWhenComplete<?> stage
        && stage.fn instanceof CompletableFuture.Canceller;
  }

  /** The thread that waits, if this completion is one that wakes a waiter; else null. */
  public static Thread waiter(Object completion) {
    return completion instanceof CompletableFuture.Signaller signaller ? signaller.thread : null;
  }

  /** False for a task that only runs later, such as a time-out. */
  static boolean mayRun(Object future) {
    if (!(future instanceof RunnableScheduledFuture)) {
      return true;
    }
    long now = System.nanoTime();
    return due(future, now) - now <= 0;
  }

  /** Whether it is a task of the JDK's scheduled pool. */
  static boolean scheduled(Object future) {
    return future != null && future.getClass() == SCHEDULED && DUE >= 0;
  }

  /** When a scheduled task was due; one of a subclass's own is as good as due now. */
  public static long due(Object task, long now) {
    return scheduled(task) ? U.getLong(task, DUE) : now;
  }
}
