package dev.snarl.observe.ends;

import dev.snarl.observe.code.CallsBack;
import dev.snarl.observe.code.LaterCalls;
import dev.snarl.observe.code.LaterCalls.Onward;
import dev.snarl.observe.code.LineCalls;
import dev.snarl.observe.code.Subclasses;
import dev.snarl.observe.code.TaskCode;
import dev.snarl.observe.code.TaskCodes;
import dev.snarl.observe.code.TaskContents;
import dev.snarl.observe.code.ThreadWork;
import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.ThreadLook.Seen;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TimerTask;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Whether no thread is left that ends a wait, by the code that is still to come on all stacks and
 * that timers, hooks and queues hold. The observer's thread only.
 */
final class NoEnders {
  /**
   * Of these a call that waits with a time-out ends no other thread's wait, where that of a barrier
   * breaks it, and that of an executor may cancel tasks.
   */
  private static final Set<String> TIMED =
      Set.of(
          "java.lang.Thread",
          StandingWait.OBJECT,
          StandingWait.CONDITION,
          "java.util.concurrent.TimeUnit",
          "java.util.concurrent.locks.LockSupport",
          "java.util.concurrent.locks.ReentrantLock",
          "java.util.concurrent.CountDownLatch",
          "java.util.concurrent.Semaphore",
          "java.util.concurrent.CompletableFuture",
          "java.util.concurrent.FutureTask",
          "java.util.concurrent.ExecutorService",
          "java.util.concurrent.ThreadPoolExecutor",
          "java.util.concurrent.ThreadPerTaskExecutor",
          "java.util.concurrent.ArrayBlockingQueue",
          "java.util.concurrent.LinkedBlockingQueue",
          "java.util.concurrent.SynchronousQueue");

  /** Nor does a call of these that runs, or waits for its input or output. */
  private static final Set<String> RUNS =
      Set.of(
          "",
          "java.lang.Thread",
          "java.lang.Math",
          "java.lang.String",
          "java.io.InputStream",
          "java.io.FileInputStream",
          "java.io.BufferedInputStream",
          "java.io.DataInputStream",
          "java.io.InputStreamReader",
          "java.io.BufferedReader",
          "java.io.PrintStream",
          "java.io.FileOutputStream",
          "java.net.Socket$SocketInputStream",
          "java.net.ServerSocket",
          "sun.nio.ch.ServerSocketChannelImpl",
          "sun.nio.ch.SocketChannelImpl");

  private final AllTasks tasks;
  private final Subclasses subclasses;
  private final TaskCodes codes;
  private final LineCalls<Onward> onward = new LineCalls<>(LaterCalls::onward, Onward.UNCLEAR);
  private final Predicate<Consumer<Thread>> virtual;

  private List<StandingWait> waiting = new ArrayList<>();

  /** Those that go on and end no wait, by their ids. */
  private final Set<Long> acting = new HashSet<>();

  /** Whether a task runs again and again: what then waits for ever may only keep the JVM alive. */
  private boolean periodic;

  /**
   * For one JVM.
   *
   * @param codes of its tasks, with subclasses
   * @param virtual tells its argument all virtual threads; returns false if some were left out
   */
  NoEnders(AllTasks tasks, TaskCodes codes, Predicate<Consumer<Thread>> virtual) {
    this.tasks = tasks;
    this.codes = codes;
    this.subclasses = codes.subclasses();
    this.virtual = virtual;
  }

  /** The threads that waited when it was last asked, of the application's own code. */
  List<StandingWait> waiting() {
    return waiting;
  }

  /** Whether the thread of that id goes on, and ends no wait. */
  boolean acts(long thread) {
    return acting.contains(thread);
  }

  /** All that was found. */
  void forget() {
    waiting = new ArrayList<>();
    acting.clear();
  }

  /** Whether no thread is left that could end a wait; null where a class file has to be read. */
  @Nullable Boolean judge(AllStacks all, long now) {
    waiting = new ArrayList<>();
    if (!all.haveAll(virtual)) {
      return false;
    }
    subclasses.look();
    Class<?> working = all.near();
    Class<?> near = working == null ? subclasses.some() : working;
    Boolean none = false;
    if (near != null && !subclasses.commanded()) {
      none = endNone(all, near, now);
    }
    subclasses.forget();
    return none;
  }

  private @Nullable Boolean endNone(AllStacks all, Class<?> near, long now) {
    List<Object> later = Endings.of(all);
    int endings = later.size();
    if (!queued(all, later)) {
      return false;
    }
    periodic = later.size() > endings;
    for (Object task : later) {
      TaskCode code = codes.read(TaskContents.innermost(task).getClass());
      if (code == null || !code.endsNone()) {
        return code == null ? null : false;
      }
    }
    acting.clear();
    List<Seen> seen = new ArrayList<>();
    all.all().forEach(each -> seen.add(each.getValue()));
    seen.sort(Comparator.comparing(each -> each.state)); // first what runs: it tells most often
    for (Seen each : seen) {
      Boolean none = endsNone(each, near, now);
      if (none == null || !none) {
        return none;
      }
    }
    return true;
  }

  private @Nullable Boolean endsNone(Seen seen, Class<?> near, long now) {
    boolean waits = seen.state == Thread.State.WAITING;
    if (cleans(seen)) {
      return false;
    }
    if (StillToCome.ofJdk(seen.stack)) {
      return waits || StillToCome.harmless(seen) || AllTasks.timer(seen.thread);
    }
    String call = StandingWait.calls(seen.stack);
    boolean timed = seen.state == Thread.State.TIMED_WAITING && TIMED.contains(call);
    boolean runs = seen.state == Thread.State.RUNNABLE && RUNS.contains(call);
    if (waits || timed) {
      StandingWait wait = StandingWait.of(seen, near, onward, now);
      if (wait == null) {
        return null;
      }
      if (waits || (wait.never() && !periodic)) {
        waiting.add(wait); // it ends no wait before its own has ended
        return true;
      }
    }
    if (!(timed || (runs && !inNativeCode(seen.stack)))
        || CallsBack.any(seen.stack)
        || ThreadWork.goesOn(seen.thread)) {
      return false;
    }
    acting.add(JdkCalls.id(seen.thread));
    TaskCode rest = codes.rest(near, List.of(seen.stack));
    return rest == null ? null : rest.endsNone();
  }

  /** Whether it is in a method of the application's that has no Java code. */
  private static boolean inNativeCode(StackTraceElement[] stack) {
    return stack[0].isNativeMethod() && !Sites.jdk(stack[0].getClassName());
  }

  /** Whether it does what the application wants done once objects are garbage. */
  private static boolean cleans(Seen seen) {
    if (JdkCalls.jvms(seen.thread) || seen.thread.getName().equals("Common-Cleaner")) {
      return false;
    }
    for (StackTraceElement frame : seen.stack) {
      if (frame.getClassName().startsWith("java.lang.ref.")) {
        return true;
      }
    }
    return false;
  }

  /** Adds what timers run, and is run again and again; false where another task is in a queue. */
  private boolean queued(AllStacks all, List<Object> periodic) {
    boolean[] others = {false};
    tasks.each(
        all.timers(),
        List.of(),
        (task, thread, pool) -> {
          if (thread == null ? JdkCalls.periodic(task) : task instanceof TimerTask) {
            periodic.add(task);
          } else {
            others[0] |= thread == null;
          }
        });
    return !others[0];
  }
}
