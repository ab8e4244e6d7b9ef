package dev.snarl.observe.ends;

import dev.snarl.libraries.KnownLibraries;
import dev.snarl.observe.code.CallsBack;
import dev.snarl.observe.code.InnerTasks;
import dev.snarl.observe.code.LaterCalls;
import dev.snarl.observe.code.LaterCalls.Onward;
import dev.snarl.observe.code.LineCalls;
import dev.snarl.observe.code.Receivers;
import dev.snarl.observe.code.SentBefore;
import dev.snarl.observe.code.Subclasses;
import dev.snarl.observe.code.TaskCode;
import dev.snarl.observe.code.TaskCodes;
import dev.snarl.observe.code.ThreadWork;
import dev.snarl.observe.ends.Failures.Fallen;
import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.sites.Idle;
import dev.snarl.observe.sites.ThreadLook.Seen;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Whether no thread is left that ends a wait, by the code that is still to come on all stacks and
 * that timers, hooks and queues hold. The observer's thread only.
 */
final class NoEnders {
  /** The tasks by which the JDK's HTTP server closes connections at which nobody waits. */
  private static final Set<String> CLOSE_IDLE =
      Set.of(
          "sun.net.httpserver.ServerImpl$IdleTimeoutTask",
          "sun.net.httpserver.ServerImpl$ServerTimerTask");

  /** More threads that run belong to what goes on. */
  private static final int MOST_RUN = 4;

  private static final Set<String> IDLE = KnownLibraries.idleQueues();

  private final AllTasks tasks;
  private final Subclasses subclasses;
  private final TaskCodes codes;
  private final Failures failures;
  private final LineCalls<Onward> onward = new LineCalls<>(LaterCalls::onward, Onward.UNCLEAR);
  private final LineCalls<Boolean> sends = new LineCalls<>(SentBefore::at, false);
  private final Predicate<Consumer<Thread>> virtual;
  private final ToLongFunction<Thread> cpu;

  /**
   * Whether waits at sockets count as well, as they do where both ends of each connection are this
   * process's, and only these are looked for.
   */
  private boolean sockets;

  private List<StandingWait> waiting = new ArrayList<>();

  private List<Fallen> fallen = List.of();

  /** Those that go on and end no wait, by their ids. */
  private final Set<Long> acting = new HashSet<>();

  /**
   * For one JVM.
   *
   * @param codes of its tasks, with subclasses
   * @param virtual tells its argument all virtual threads; returns false if some were left out
   * @param cpu the CPU time of a thread, in nanoseconds
   */
  NoEnders(
      AllTasks tasks,
      TaskCodes codes,
      Failures failures,
      Predicate<Consumer<Thread>> virtual,
      ToLongFunction<Thread> cpu) {
    this.tasks = tasks;
    this.codes = codes;
    this.failures = failures;
    this.subclasses = codes.subclasses();
    this.virtual = virtual;
    this.cpu = cpu;
  }

  /** The threads that waited when it was last asked, of the application's own code. */
  List<StandingWait> waiting() {
    return waiting;
  }

  /** How many of those waited at sockets. */
  long atSockets() {
    return waiting.stream().filter(StandingWait::atSocket).count();
  }

  /** Whether the thread of that id goes on, and ends no wait. */
  boolean acts(long thread) {
    return acting.contains(thread);
  }

  /** What exceptions kept from putting into a queue, where it waits at one for something to do. */
  List<Fallen> fallen(StandingWait wait) {
    return wait.idle() ? fallen : List.of();
  }

  private List<Fallen> producers() {
    List<Fallen> producers = new ArrayList<>();
    for (Fallen each : failures.fallen()) {
      Class<?> type = each.type().get();
      TaskCode code = type == null ? null : codes.rest(type, each.stack());
      if (code != null && code.puts()) {
        producers.add(each);
      }
    }
    return producers;
  }

  /** All that was found. */
  void forget() {
    waiting = new ArrayList<>();
    fallen = List.of();
    acting.clear();
  }

  /** Whether no thread is left that could end a wait; null where a class file has to be read. */
  @Nullable Boolean judge(AllStacks all, long now) {
    List<Seen> seen = new ArrayList<>();
    all.all().forEach(each -> seen.add(each.getValue()));
    if (!all.haveAll(virtual)) {
      waiting = new ArrayList<>();
      return false;
    }
    sockets = false;
    Boolean none = judge(all, seen, now);
    if (Boolean.FALSE.equals(none) && seen.stream().anyMatch(NoEnders::atSocket)) {
      sockets = true;
      none = judge(all, seen, now);
    }
    return none;
  }

  private @Nullable Boolean judge(AllStacks all, List<Seen> seen, long now) {
    waiting = new ArrayList<>();
    List<Seen> others = seen.stream().filter(each -> !(sockets && atSocket(each))).toList();
    if (others.stream().filter(NoEnders::runs).count() > MOST_RUN
        || others.stream().anyMatch(MayDoAnything::is)) {
      return false;
    }
    subclasses.look();
    Class<?> working = all.near();
    Class<?> near = working == null ? subclasses.some() : working;
    Boolean none = false;
    if (near != null && !subclasses.commanded()) {
      none = endNone(all, seen, near, now);
    }
    subclasses.forget();
    return none;
  }

  private static boolean atSocket(Seen seen) {
    return runs(seen) && Sockets.at(seen.stack);
  }

  private static boolean runs(Seen seen) {
    return seen.state == Thread.State.RUNNABLE && !StillToCome.ofJdk(seen.stack);
  }

  private @Nullable Boolean endNone(AllStacks all, List<Seen> seen, Class<?> near, long now) {
    TasksToCome later = TasksToCome.of(tasks, all);
    if (later == null) {
      return false;
    }
    List<Seen> going = new ArrayList<>();
    for (Seen each : seen) {
      Boolean stands = stands(each, near, later.periodic(), now);
      if (stands == null) {
        return null;
      }
      if (!stands) {
        going.add(each);
      }
    }
    fallen = waiting.stream().anyMatch(StandingWait::idle) ? producers() : List.of();
    if (waiting.stream()
        .allMatch(each -> !each.owed() && fallen(each).isEmpty() && Idle.is(each.seen().stack))) {
      return false; // nobody is to be named, so nothing needs to be read
    }
    acting.clear();
    going.forEach(each -> acting.add(JdkCalls.id(each.thread)));
    return endNone(later.tasks(), going, near);
  }

  /**
   * Whether it ends no wait before its own has ended; null where a class file has to be read.
   *
   * @param periodic whether a task runs again and again: what then waits with a time-out that never
   *     comes may only keep the JVM alive
   */
  private @Nullable Boolean stands(Seen seen, Class<?> near, boolean periodic, long now) {
    if (StillToCome.ofJdk(seen.stack) || idle(seen.stack)) {
      return true;
    }
    boolean atSocket = sockets && atSocket(seen);
    if (seen.state == Thread.State.RUNNABLE && !atSocket) {
      return false;
    }
    long used = atSocket ? cpu.applyAsLong(seen.thread) : -1;
    StandingWait wait = StandingWait.of(seen, near, onward, now, used, sends);
    if (wait == null) {
      return null;
    }
    boolean never = seen.state != Thread.State.TIMED_WAITING || (wait.never() && !periodic);
    boolean stands = atSocket || never;
    if (stands && (atSocket == sockets || wait.atLock())) {
      waiting.add(wait);
    }
    return stands;
  }

  private @Nullable Boolean endNone(List<Object> tasks, List<Seen> going, Class<?> near) {
    boolean pipes = waiting.stream().anyMatch(StandingWait::atPipe);
    for (Object task : tasks) {
      Class<?> type = InnerTasks.innermost(task).getClass();
      if (CLOSE_IDLE.contains(type.getName())) {
        continue;
      }
      TaskCode code = codes.read(type);
      if (code == null
          || !code.endsNone()
          || (pipes && Pipes.used(code))
          || (sockets && Sockets.used(code))) {
        return code == null ? null : false;
      }
    }
    for (Seen each : going) {
      if (CallsBack.any(each.stack) || ThreadWork.goesOn(each.thread)) {
        return false;
      }
      TaskCode rest = codes.rest(near, List.of(each.stack));
      TaskCode all = pipes ? all(each.thread) : rest;
      if (rest == null || all == null) {
        return null;
      }
      if (sockets && Sockets.accepts(each.stack)) {
        if (!Sockets.servesOnly(rest)) {
          return false;
        }
      } else if (!rest.endsNone()
          || (pipes && Pipes.used(all))
          || (sockets && Sockets.used(rest))) {
        return false;
      }
    }
    return true;
  }

  /** The end of a thread that has used a pipe ends waits there. */
  private @Nullable TaskCode all(Thread thread) {
    Object work = ThreadWork.of(thread);
    return work == null ? TaskCode.UNKNOWN : codes.read(work.getClass());
  }

  /** Whether it is a worker of a library's that waits for a task, of which none is queued. */
  private static boolean idle(StackTraceElement[] stack) {
    return Arrays.stream(stack).map(Receivers::in).anyMatch(IDLE::contains);
  }
}
