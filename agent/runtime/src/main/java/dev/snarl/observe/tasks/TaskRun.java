package dev.snarl.observe.tasks;

import dev.snarl.observe.sites.Cells;
import dev.snarl.observe.sites.Idle;
import dev.snarl.observe.sites.Look;
import dev.snarl.observe.sites.Names;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.ThreadLook;
import dev.snarl.observe.slots.Tasks;
import dev.snarl.observe.slots.WaitsOver;
import dev.snarl.observe.waits.Threads;
import dev.snarl.snapshot.StuckRun;
import dev.snarl.stacks.Blocked;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.SnarlSlot;
import org.jspecify.annotations.Nullable;

/** One run of a task, as long as its thread is seen in it. The observer's thread only. */
final class TaskRun {
  private static final int MOST_FRAMES = 1_000;

  final Thread thread;
  private final @Nullable SnarlSlot slot;
  private final long number;
  private final @Nullable Object future;
  private final long since;

  /** The last pass that found it. */
  long pass;

  TaskKinds.@Nullable Kind kind;

  /** The methods of the application on the way from the executor to where it was seen. */
  private long path;

  private long cpuNanos = -1;
  private long cpuReadAt;
  private long waitingSince;

  /** Up to when its waits are in the totals. */
  private long creditedAt = Long.MIN_VALUE;

  private boolean looked;
  private int looks;
  private boolean waits;
  private @Nullable Look look;

  /**
   * A run that is new to the observer.
   *
   * @param since no later than it began
   */
  TaskRun(Thread thread, @Nullable SnarlSlot slot, long number, long since) {
    this.thread = thread;
    this.slot = slot;
    this.number = number;
    this.future = outermost(thread, slot);
    this.since = since;
  }

  /** Of a fork-join worker, which counts its tasks only when it looks for others. */
  private static @Nullable Object outermost(Thread thread, @Nullable SnarlSlot slot) {
    return thread instanceof ForkJoinWorkerThread && slot != null && slot.runs > 0
        ? slot.running[0]
        : null;
  }

  /** Whether the thread runs something that can be told from its other tasks. */
  static boolean known(Thread thread, @Nullable SnarlSlot slot, long number) {
    return thread instanceof ForkJoinWorkerThread
        ? outermost(thread, slot) != null
        : number != Tasks.UNKNOWN;
  }

  @SuppressWarnings("ReferenceEquality") // a future's equals may be the application's
  boolean same(long numberNow) {
    return number == numberNow && future == outermost(thread, slot);
  }

  long age(long now) {
    return now - since;
  }

  /** It has ended since the last pass. */
  void ended(long now) {
    if (kind != null) {
      kind.ended(path, now - since);
    }
  }

  boolean cpuReadBefore(long time) {
    return cpuReadAt - time <= 0;
  }

  /** Whether nobody has looked at it at all. */
  boolean unknown() {
    return looks == 0;
  }

  /** The JVM stood still: what did not move meanwhile was not waiting. */
  void afterStop(long now) {
    cpu(-1, now);
  }

  /** A thread that has used no CPU time since has been in one and the same wait. */
  void cpu(long nanos, long now) {
    cpuReadAt = now;
    if (nanos != cpuNanos || nanos < 0) {
      cpuNanos = nanos;
      waitingSince = now;
      waits = false;
      look = null;
      looked = false;
    }
  }

  /** How long at least it has waited without a break; 0 while that is unknown. */
  long waited() {
    return cpuNanos < 0 ? 0 : cpuReadAt - waitingSince;
  }

  /** Whether nobody has looked yet where it waits. */
  boolean unseen(long fromNanos) {
    return waited() >= fromNanos && !looked;
  }

  void seen(ThreadLook.Seen seen, Sites sites, TaskKinds kinds, long now) {
    looked = true;
    looks++;
    StackTraceElement[] stack = seen.stack;
    if (stack.length == 0) {
      return;
    }
    tell(stack, sites, kinds);
    look = seen.look(sites, now);
    String blockedIn = look.blockedIn();
    waits = blockedIn != null && !Blocked.timed(stack, seen.state) && !Idle.is(stack);
  }

  /** The executor calls the task, and that whatever else of the application is on the stack. */
  private void tell(StackTraceElement[] stack, Sites sites, TaskKinds kinds) {
    int at = Math.min(stack.length, MOST_FRAMES) - 1;
    while (at >= 0 && !runsTasks(stack[at])) {
      at--;
    }
    String task = null;
    long way = 0;
    for (at--; at >= 0; at--) {
      String type = stack[at].getClassName();
      if (sites.application(type)) {
        String name = type + '.' + stack[at].getMethodName();
        task = task == null ? name : task;
        way = 31 * way + name.hashCode();
      }
    }
    if (task != null) {
      kind = kind == null ? kinds.of(task) : kind;
      path = way;
    }
  }

  private static boolean runsTasks(StackTraceElement frame) {
    String type = frame.getClassName();
    return switch (frame.getMethodName()) {
      case "runWorker" -> type.endsWith(".ThreadPoolExecutor");
      case "doExec" -> type.equals("java.util.concurrent.ForkJoinTask");
      default -> false;
    };
  }

  /** What was seen of it, if it waits where others of its kind have ended; else null. */
  private @Nullable Look stuck(long fromNanos) {
    TaskKinds.Kind of = kind;
    return of != null && waits && waited() >= fromNanos && of.endsAfter(path) ? look : null;
  }

  /** Null unless it waits where others of its kind have ended. */
  @Nullable StuckRun record(Threads threads, long fromNanos) {
    Look seen = stuck(fromNanos);
    TaskKinds.Kind of = kind;
    String blockedIn = seen == null ? null : seen.blockedIn();
    return seen == null || of == null || blockedIn == null
        ? null
        : new StuckRun(
            threads.ref(thread),
            of.task,
            seen.site() == Site.OTHER ? null : seen.site().text,
            blockedIn,
            WaitKinds.of(blockedIn),
            waited(),
            of.ended,
            of.longest,
            slot == null ? 0 : slot.borrowed);
  }

  /** Adds the time of such a wait that is not in the totals, unless something else counts it. */
  void credit(Names names, WaitsOver totals, long fromNanos, long now) {
    Look seen = stuck(fromNanos);
    String blockedIn = seen == null ? null : seen.blockedIn();
    String word = blockedIn == null ? WaitKinds.OTHER : WaitKinds.of(blockedIn);
    if (seen != null && !word.equals(WaitKinds.OTHER)) {
      Cells.BlockedKey key = new Cells.BlockedKey(seen.site(), names.group(thread.getName()), word);
      totals.blocked.cell(key).nanos.addAndGet(now - Math.max(waitingSince, creditedAt));
      creditedAt = now;
    }
  }

  /** Tasks that the thread has completed; {@link Tasks#UNKNOWN} if they cannot be told. */
  static long number(Thread thread, Tasks tasks) {
    return thread instanceof ForkJoinWorkerThread ? 0 : tasks.completed(thread);
  }
}
