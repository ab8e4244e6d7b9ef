package dev.snarl.instrument;

import static dev.snarl.instrument.Hook.COMPLETABLE_FUTURE_TASK;
import static dev.snarl.instrument.Hook.COMPLETABLE_FUTURE_WAIT;
import static dev.snarl.instrument.Hook.DEPENDENT_STAGE;
import static dev.snarl.instrument.Hook.EXECUTOR_BUILT;
import static dev.snarl.instrument.Hook.EXECUTOR_FED;
import static dev.snarl.instrument.Hook.EXECUTOR_STOPPING;
import static dev.snarl.instrument.Hook.FAILURE;
import static dev.snarl.instrument.Hook.FORK_JOIN_TASK;
import static dev.snarl.instrument.Hook.FORK_JOIN_WAIT;
import static dev.snarl.instrument.Hook.FUTURE_TASK_WAIT;
import static dev.snarl.instrument.Hook.QUEUE_TIME;
import static dev.snarl.instrument.Hook.REJECTION;
import static dev.snarl.instrument.Hook.SUBMISSION;
import static dev.snarl.instrument.Hook.THREAD_END;
import static dev.snarl.instrument.Hook.THREAD_START;
import static dev.snarl.instrument.Hook.WAKE;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The methods of the JDK that are woven. Works on 17, 21 and 25; a line that a JDK does not have
 * matches nothing. No lambda and no stream: it is made on the main thread before {@code main}.
 */
final class JdkPoints {

  private static final String CONCURRENT = "java/util/concurrent/";
  private static final String POOL = "Ljava/util/concurrent/ForkJoinPool;";
  private static final String TASK = "Ljava/util/concurrent/ForkJoinTask;";
  private static final String FUTURE = "*Ljava/util/concurrent/Future;";
  private static final String FORK_JOIN_FUTURE = "*Ljava/util/concurrent/ForkJoinTask;";
  private static final String COMPLETABLE = "*Ljava/util/concurrent/CompletableFuture;";

  private JdkPoints() {}

  static Map<String, List<Point>> byOwner() {
    Map<String, List<Point>> points = new HashMap<>();
    add(
        points,
        COMPLETABLE_FUTURE_WAIT,
        Weave.COMPLETABLE_GET,
        "CompletableFuture",
        "waitingGet",
        "(Z)");
    add(
        points,
        COMPLETABLE_FUTURE_WAIT,
        Weave.COMPLETABLE_TIMED_GET,
        "CompletableFuture",
        "timedGet",
        "(J)");
    add(
        points,
        COMPLETABLE_FUTURE_WAIT,
        Weave.COMPLETABLE_PARK,
        "CompletableFuture$Signaller",
        "block",
        "()");
    add(points, FUTURE_TASK_WAIT, Weave.TASK_WAIT, "FutureTask", "awaitDone", "(ZJ)");
    String task = "ForkJoinTask";
    add(points, FORK_JOIN_WAIT, Weave.FORK_JOIN_PARK_17, task, "awaitDone", "(" + POOL + "ZZZJ)");
    add(points, FORK_JOIN_WAIT, Weave.FORK_JOIN_PARK_21, task, "awaitDone", "(IJ)");
    add(points, FORK_JOIN_WAIT, Weave.FORK_JOIN_PARK_25, task, "awaitDone", "(" + POOL + "IZJ)");

    add(
        points,
        COMPLETABLE_FUTURE_TASK,
        Weave.RUN_DEPENDENT,
        "CompletableFuture$AsyncSupply",
        "run",
        "()");
    add(
        points,
        COMPLETABLE_FUTURE_TASK,
        Weave.RUN_DEPENDENT,
        "CompletableFuture$AsyncRun",
        "run",
        "()");
    add(points, DEPENDENT_STAGE, Weave.RUN_STAGE, "CompletableFuture$Completion", "run", "()");
    add(points, DEPENDENT_STAGE, Weave.RUN_STAGE, "CompletableFuture$Completion", "exec", "()");
    add(points, DEPENDENT_STAGE, Weave.CLAIM, "CompletableFuture$UniCompletion", "claim", "()");
    for (String adapter :
        new String[] {
          "AdaptedCallable",
          "AdaptedRunnable",
          "AdaptedRunnableAction",
          "AdaptedInterruptibleCallable",
          "RunnableExecuteAction",
          "InterruptibleTask"
        }) {
      add(points, FORK_JOIN_TASK, Weave.RUN_SELF, "ForkJoinTask$" + adapter, "exec", "()");
    }

    add(points, SUBMISSION, Weave.SUBMITTED, "AbstractExecutorService", "submit", FUTURE);
    add(points, SUBMISSION, Weave.SUBMITTED, "ThreadPerTaskExecutor", "submit", FUTURE);
    add(points, SUBMISSION, Weave.SUBMITTED, "ForkJoinPool", "submit", FORK_JOIN_FUTURE);
    add(
        points,
        SUBMISSION,
        Weave.SUBMITTED,
        "ScheduledThreadPoolExecutor",
        "schedule",
        "*Ljava/util/concurrent/ScheduledFuture;");
    add(points, SUBMISSION, Weave.SUBMITTED, "CompletableFuture", "asyncSupplyStage", COMPLETABLE);
    add(points, SUBMISSION, Weave.SUBMITTED, "CompletableFuture", "asyncRunStage", COMPLETABLE);
    add(
        points,
        SUBMISSION,
        Weave.COMPLETING,
        "CompletableFuture",
        "completeAsync",
        "(Ljava/util/function/Supplier;Ljava/util/concurrent/Executor;)");
    add(
        points,
        SUBMISSION,
        Weave.DERIVED,
        "CompletableFuture",
        "*Stage",
        "(Ljava/util/concurrent/Executor;");

    add(points, EXECUTOR_BUILT, Weave.BUILT, "ThreadPoolExecutor", "<init>", "(");
    // Not the one of the common pool, "(B)": it is built by whoever comes first to its class.
    add(points, EXECUTOR_BUILT, Weave.BUILT, "ForkJoinPool", "<init>", "()");
    add(points, EXECUTOR_BUILT, Weave.BUILT, "ForkJoinPool", "<init>", "(I");
    add(points, EXECUTOR_BUILT, Weave.BUILT, "ThreadPerTaskExecutor", "<init>", "(");
    for (String owner :
        new String[] {
          "ThreadPoolExecutor",
          "ScheduledThreadPoolExecutor",
          "ForkJoinPool",
          "ThreadPerTaskExecutor"
        }) {
      add(points, EXECUTOR_STOPPING, Weave.STOPPING, owner, "shutdown", "()");
      add(points, EXECUTOR_STOPPING, Weave.STOPPING, owner, "shutdownNow", "()");
    }
    add(points, EXECUTOR_FED, Weave.FED, "ThreadPoolExecutor", "execute", "(Ljava/lang/Runnable;)");
    for (String method : new String[] {"execute", "submit", "invoke"}) {
      add(points, EXECUTOR_FED, Weave.FED, "ForkJoinPool", method, "(Ljava/");
    }
    add(points, EXECUTOR_FED, Weave.FED, "ScheduledThreadPoolExecutor", "schedule", "(Ljava/");
    add(points, QUEUE_TIME, Weave.WORKER, "ThreadPoolExecutor", "runWorker", "(");
    add(points, QUEUE_TIME, Weave.REMOVED, "ThreadPoolExecutor", "remove", "(");
    add(points, QUEUE_TIME, Weave.FORK_JOIN_RUN, "ForkJoinTask", "doExec", "()");
    add(points, QUEUE_TIME, Weave.QUEUED, "ForkJoinPool", "externalSubmit", "(" + TASK);
    add(points, QUEUE_TIME, Weave.QUEUED_SECOND, "ForkJoinPool", "poolSubmit", "(Z" + TASK);
    add(points, REJECTION, Weave.REJECTED, "ThreadPoolExecutor", "reject", "(");

    // Every overload: from JDK 21 on, pools start their threads through a thread container.
    add(points, THREAD_START, Weave.STARTING, "/java/lang/Thread", "start", "(");
    add(points, THREAD_END, Weave.ENDING, "/java/lang/Thread", "exit", "()V");
    add(points, WAKE, Weave.UNPARKING, "locks/LockSupport", "unpark", "(");
    String thrown = "(Ljava/lang/Throwable;)";
    add(points, FAILURE, Weave.FAILED, "FutureTask", "setException", thrown);
    add(points, FAILURE, Weave.FAILED, "CompletableFuture", "completeThrowable", thrown);
    add(points, FAILURE, Weave.FAILED, "/java/lang/Thread", "dispatchUncaughtException", thrown);
    // Newer JDKs hand the time-out of a read down as well.
    add(points, Hook.LIBRARY, Weave.SOCKET_READ, "/sun/nio/ch/NioSocketImpl", "implRead", "([BII");
    add(
        points,
        Hook.LIBRARY,
        Weave.SOCKET_WRITE,
        "/sun/nio/ch/NioSocketImpl",
        "implWrite",
        "([BII)");
    return points;
  }

  /** {@code owner}: within {@code java.util.concurrent}, or a whole name after a slash. */
  private static void add(
      Map<String, List<Point>> points,
      Hook hook,
      Weave weave,
      String owner,
      String name,
      String descriptor) {
    String type = owner.startsWith("/") ? owner.substring(1) : CONCURRENT + owner;
    List<Point> list = points.get(type);
    if (list == null) {
      list = new ArrayList<>();
      points.put(type, list);
    }
    list.add(new Point(hook, weave, type, name, descriptor));
  }
}
