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
import dev.snarl.observe.live.AgentThread;
import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.Tick;
import dev.snarl.observe.locks.JdkLocks;
import dev.snarl.observe.pools.KnownExecutors;
import dev.snarl.observe.pools.QueuedTasks;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.ThreadLook.Seen;
import dev.snarl.observe.waits.LikelyWaits;
import dev.snarl.observe.waits.Threads;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Request;
import dev.snarl.snapshot.Wait;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TimerTask;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Waits that likely nobody ends, since the whole application stands still: each of its threads
 * waits without time-out, and the few that run or wait with one end no wait by what they still do,
 * nor does what timers run; nothing else is in a queue or may call the application. Idle workers
 * are left out: their code only loops back to the wait for something to do. The observer's thread
 * only.
 */
public final class Standstill {
  private static final long PAUSE = 25 * Tick.NANOS;
  private static final long LONGEST = 16 * PAUSE;
  private static final long PATIENCE = 20 * Tick.NANOS;

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

  /** More threads that run belong to what goes on. */
  private static final int MOST_RUN = 4;

  /** They seem to run while they wait in the JVM: for the end of others, or for free monitors. */
  private static final Set<String> IN_THE_JVM = Set.of("DestroyJavaVM", "VirtualThread-unblocker");

  /** How others are waited for that may do what is waited for once their own waits have ended. */
  private static final Set<Need.How> LATER = Set.of(Need.How.ALIVE, Need.How.LATER);

  private final Sites sites;
  private final AllTasks tasks;
  private final Subclasses subclasses;
  private final TaskCodes codes;
  private final LineCalls<Onward> onward = new LineCalls<>(LaterCalls::onward, Onward.UNCLEAR);
  private final Predicate<Consumer<Thread>> virtual;
  private @Nullable AllStacks stacks;

  /** At the last look at which nobody could go on. */
  private List<StandingWait> waiting = new ArrayList<>();

  /** Those that waited so at the look before, too. */
  private List<StandingWait> found = List.of();

  /** Those that go on and end no wait, by their ids. */
  private final Set<Long> acting = new HashSet<>();

  /** Whether a task runs again and again: what then waits for ever may only keep the JVM alive. */
  private boolean periodic;

  private long stillSince = -1;
  private long pause = PAUSE;
  private long lookedAt;

  /**
   * For one JVM.
   *
   * @param codes of its tasks, with subclasses
   * @param virtual tells its argument all virtual threads; returns false if some were left out
   */
  public Standstill(
      Sites sites,
      KnownExecutors executors,
      QueuedTasks tasks,
      TaskCodes codes,
      Predicate<Consumer<Thread>> virtual) {
    this.sites = sites;
    this.tasks = new AllTasks(executors, tasks);
    this.codes = codes;
    this.subclasses = codes.subclasses();
    this.virtual = virtual;
  }

  /**
   * Looks whether all wait.
   *
   * @param all the platform threads
   */
  public void tick(Looks looks, Thread[] all, long now) {
    if (!still(all)) {
      stillSince = -1;
      pause = PAUSE;
      end();
      return;
    }
    stillSince = stillSince == -1 ? now : stillSince;
    AllStacks asked = stacks;
    if (asked != null && asked.complete()) {
      List<StandingWait> before = waiting;
      Boolean stands = judge(asked, now);
      if (stands == null && now - lookedAt < PATIENCE) {
        waiting = before;
        return;
      }
      stacks = null;
      if (Boolean.TRUE.equals(stands)) {
        found = inBoth(before);
      } else {
        end();
      }
      pause = before.isEmpty() && !waiting.isEmpty() ? PAUSE : Math.min(2 * pause, LONGEST);
    }
    if (stacks == null && now - stillSince >= PAUSE && now - lookedAt >= pause) {
      lookedAt = now;
      Thread[] few = AllStacks.few(all, virtual);
      stacks = few.length == 0 ? null : new AllStacks(looks, few);
    }
  }

  private List<StandingWait> inBoth(List<StandingWait> before) {
    List<StandingWait> both = new ArrayList<>();
    for (int i = 0; i < waiting.size(); i++) {
      StandingWait now = waiting.get(i);
      for (StandingWait each : before) {
        if (now.same(each)) {
          waiting.set(i, now.since(each.since()));
          both.add(waiting.get(i));
        }
      }
    }
    return both;
  }

  private void end() {
    stacks = null;
    waiting = new ArrayList<>();
    found = List.of();
    acting.clear();
  }

  /** Whether all threads but the JVM's own wait, and for no lock. */
  private boolean still(Thread[] all) {
    if (!AllStacks.few(all)) {
      return false;
    }
    int run = 0;
    for (Thread thread : all) {
      if (thread instanceof AgentThread || JdkCalls.jvms(thread)) {
        continue;
      }
      Thread.State state = JdkCalls.state(thread);
      if (waitsForALock(thread, state)) {
        return false;
      }
      run += state == Thread.State.RUNNABLE && !acts(thread) ? 1 : 0;
    }
    return run <= MOST_RUN;
  }

  private static boolean waitsForALock(Thread thread, Thread.State state) {
    return state == Thread.State.BLOCKED
        || (state == Thread.State.WAITING && JdkLocks.owned(LockSupport.getBlocker(thread)));
  }

  /** Whether it is known to end no wait, though it goes on. */
  private boolean acts(Thread thread) {
    return acting.contains(JdkCalls.id(thread)) || IN_THE_JVM.contains(thread.getName());
  }

  /** Whether no thread is left that could end a wait; null where a class file has to be read. */
  private @Nullable Boolean judge(AllStacks all, long now) {
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

  /** Adds what is likely of threads of which nothing is known. */
  public void addTo(List<Wait> records, Threads threads, long now) {
    Set<Long> awaited = found.isEmpty() ? null : awaited(records);
    if (awaited == null) {
      return;
    }
    LikelyWaits likely = new LikelyWaits(records, threads, now);
    for (StandingWait each : found) {
      Seen seen = each.seen();
      Site site = sites.in(seen.stack);
      boolean owed = each.owed() || (each.ends() && awaited.contains(JdkCalls.id(seen.thread)));
      if (owed && site != Site.OTHER && each.goesOn()) {
        String type = each.type();
        Need need = Need.Gone.still(type);
        Request request = sites.request(seen);
        if (each.never()) {
          likely.addEndless(seen.thread, site, type, each.since(), need, request);
        } else {
          likely.add(seen.thread, site, type, each.since(), need, request);
        }
      }
    }
  }

  /**
   * Those for whom others wait; null where one of these goes on, or another way says why all wait.
   */
  private @Nullable Set<Long> awaited(List<Wait> records) {
    Set<Long> awaited = new HashSet<>();
    for (Wait wait : records) {
      if (!add(wait.need(), awaited)) {
        return null;
      }
    }
    return awaited;
  }

  private boolean add(Need need, Set<Long> awaited) {
    if (need instanceof Need.All all) {
      return all.needs().stream().allMatch(each -> add(each, awaited));
    }
    if (need instanceof Need.Any any) {
      return any.needs().stream().allMatch(each -> add(each, awaited));
    }
    Need.Step step = (Need.Step) need;
    if (step.thread() == null) {
      return step instanceof Need.Unknown unknown && !unknown.peer() && !unknown.dropped();
    }
    awaited.add(step.thread().id());
    boolean later = step instanceof Need.Held held && LATER.contains(held.how());
    return (later || step instanceof Need.Running) && !acting.contains(step.thread().id());
  }
}
