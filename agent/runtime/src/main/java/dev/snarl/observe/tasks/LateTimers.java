package dev.snarl.observe.tasks;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.Places;
import dev.snarl.observe.live.ReferencePlaces;
import dev.snarl.observe.live.Tick;
import dev.snarl.observe.pools.Known;
import dev.snarl.observe.pools.KnownExecutors;
import dev.snarl.observe.pools.PoolNotes;
import dev.snarl.observe.pools.PoolTypes;
import dev.snarl.observe.sites.Idle;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Names;
import dev.snarl.observe.sites.Sites;
import dev.snarl.snapshot.LateRuns;
import dev.snarl.snapshot.Pool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SnarlFutureLens;
import java.util.concurrent.SnarlLens;
import java.util.concurrent.SnarlPoolLens;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlQueueLens;
import java.util.concurrent.SnarlSlot;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Periodic tasks that do not start in time since the threads of their scheduler are busy with
 * others: the head of a scheduler's queue, and of a {@code java.util.Timer}'s, read as fields. One
 * comparison for each scheduler and tick while none is late; behind a late one that does not
 * repeat, the first that does is looked for. The observer's thread only.
 */
public final class LateTimers {
  private static final String TIMER = "java.util.TimerThread";
  private static final long MILLI = 1_000_000L;
  private static final long STOPPED = 12 * Tick.NANOS;
  private static final int SCHEDULED_STATE = 1;
  private static final String CALLS = "()";
  private static final String PERIOD = "period";
  private static final String TIMER_TIME = "nextExecutionTime";
  private static final int LOOKS_EACH_TICK = 2;
  private static final int TASKS_OF_A_QUEUE = 64;

  private final KnownExecutors executors;
  private final Sites sites;
  private final IdentityHashMap<Known, SchedulerNotes> schedulers = new IdentityHashMap<>();
  private final IdentityHashMap<Thread, SchedulerNotes> timers = new IdentityHashMap<>();
  private final Object[] head = new Object[1];
  private final Object[] first = new Object[TASKS_OF_A_QUEUE];
  private final ReferencePlaces places = new ReferencePlaces();
  private List<Thread> found = new ArrayList<>();
  private long lastTick;
  private int looksLeft;

  public LateTimers(KnownExecutors executors, Sites sites) {
    this.executors = executors;
    this.sites = sites;
  }

  /** A pass over all threads begins. */
  public void begin() {
    found = new ArrayList<>();
  }

  public void count(Thread thread) {
    if (thread.getClass().getName().equals(TIMER)) {
      found.add(thread);
    }
  }

  /** The pass is over. */
  public void end() {
    timers.keySet().retainAll(found);
    found.forEach(thread -> timers.computeIfAbsent(thread, t -> new SchedulerNotes()));
  }

  public void tick(Looks looks, long now) {
    // If the JVM or the observer stood still, so did the schedulers' threads.
    boolean stopped = now - lastTick > STOPPED;
    lastTick = now;
    looksLeft = LOOKS_EACH_TICK;
    schedulers.keySet().removeIf(known -> known.get() == null);
    for (Known known : executors.all.keySet()) {
      if (known.get() instanceof ScheduledThreadPoolExecutor executor) {
        look(known, executor, stopped, looks, now);
      }
    }
    for (Map.Entry<Thread, SchedulerNotes> timer : timers.entrySet()) {
      look(timer.getKey(), timer.getValue(), stopped, looks, now);
    }
  }

  private void look(
      Known known, ScheduledThreadPoolExecutor executor, boolean stopped, Looks looks, long now) {
    PoolNotes notes = known.notes;
    SchedulerNotes runs = schedulers.get(known);
    Object task =
        stopped
                || notes.size == 0
                || notes.active < notes.size
                || PoolTypes.of(executor).shutdown(executor)
            ? null
            : next(executor, now);
    if (task == null) {
      if (runs != null) {
        runs.onTime();
      }
      return;
    }
    long period = Math.abs(Places.number(task, PERIOD));
    long due = Places.number(task, "time");
    if (runs == null) {
      if (now - due < SchedulerNotes.LATE) {
        return;
      }
      runs = new SchedulerNotes();
      schedulers.put(known, runs);
    }
    if (runs.queued(due, nameOf(task), period, now - due)) {
      askWhoKeeps(notes.threads[(int) (now / MILLI % notes.size)], runs, looks, now);
    }
  }

  /**
   * The next task of a scheduler that repeats, if the JDK made it and nobody cancelled it; null
   * where one before it is not late either.
   */
  private @Nullable Object next(ScheduledThreadPoolExecutor executor, long now) {
    Object queue = SnarlPoolLens.queue(executor);
    Object task = queue == null || SnarlQueueLens.copy(queue, head) == 0 ? null : head[0];
    head[0] = null;
    if (task == null || repeats(task)) {
      return task;
    }
    if (!JdkCalls.jdks(task) || now - Places.number(task, "time") < SchedulerNotes.LATE) {
      return null;
    }
    int n = SnarlQueueLens.copy(queue, first);
    Object found = earliest(first, 0, n, "time", LateTimers::repeats);
    Arrays.fill(first, null);
    return found;
  }

  private static boolean repeats(Object task) {
    return JdkCalls.jdks(task)
        && Places.number(task, PERIOD) != 0
        && SnarlFutureLens.unfinished(task);
  }

  /** Of the tasks in a part of a heap. */
  private static @Nullable Object earliest(
      Object[] tasks, int from, int to, String time, Predicate<Object> repeats) {
    Object earliest = null;
    for (int i = from; i < to; i++) {
      Object each = tasks[i];
      if (each != null
          && repeats.test(each)
          && (earliest == null || Places.number(each, time) - Places.number(earliest, time) < 0)) {
        earliest = each;
      }
    }
    return earliest;
  }

  /** Its class; of a lambda or method reference what that calls, since its class has no name. */
  private static String nameOf(Object task) {
    Object inside = SnarlFutureLens.runnableOf(task);
    Class<?> type = (inside == null ? task : inside).getClass();
    String method = SnarlLens.methodOf(type);
    return method == null ? type.getName() : method + CALLS;
  }

  private void look(Thread timer, SchedulerNotes runs, boolean stopped, Looks looks, long now) {
    Object task = stopped ? null : next(timer);
    if (task == null) {
      runs.onTime();
      return;
    }
    long period = Math.abs(Places.number(task, PERIOD)) * MILLI;
    long due = Places.number(task, TIMER_TIME);
    long lateness = (System.currentTimeMillis() - due) * MILLI;
    if (lateness < SchedulerNotes.LATE) {
      runs.onTime();
    } else if (looksLeft-- > 0) {
      String wrapper = task.getClass().getName();
      String inside = inside(task);
      String late = inside == null ? wrapper : inside;
      looks.at(
          timer,
          seen -> {
            // A timer puts a task into its queue again before it runs it.
            String keeper = run(seen.stack);
            boolean own = keeper.equals(wrapper) && (inside == null || runs(inside, seen.stack));
            if (keeper.isEmpty() || own) {
              runs.onTime();
            } else if (runs.queued(due, late, period, lateness)) {
              runs.keptBy(keeper, seen.look(sites, now));
            }
          });
    }
  }

  /** The same of a timer, whose heap begins at 1. */
  private static @Nullable Object next(Thread timer) {
    Object queue = Places.object(timer, "queue");
    int size = Places.integer(queue, "size");
    if (size <= 0 || !(Places.object(queue, "queue") instanceof Object[] tasks)) {
      return null;
    }
    Object task = tasks.length < 2 ? null : tasks[1];
    if (task == null || ofTimerRepeats(task)) {
      return task;
    }
    long late = (System.currentTimeMillis() - Places.number(task, TIMER_TIME)) * MILLI;
    int end = Math.min(tasks.length, 1 + Math.min(size, TASKS_OF_A_QUEUE));
    return late < SchedulerNotes.LATE
        ? null
        : earliest(tasks, 1, end, TIMER_TIME, LateTimers::ofTimerRepeats);
  }

  private static boolean ofTimerRepeats(Object task) {
    return Places.number(task, PERIOD) != 0 && Places.integer(task, "state") == SCHEDULED_STATE;
  }

  /**
   * The only task that another, a wrapper, runs as far as its fields tell: its class, or the method
   * that a lambda calls; null where there is none, or several.
   */
  private @Nullable String inside(Object wrapper) {
    Object only = null;
    for (long place : places.of(wrapper.getClass())) {
      Object held = SnarlLens.object(wrapper, place);
      if (held instanceof Runnable || held instanceof Callable) {
        if (only != null) {
          return null;
        }
        only = held;
      }
    }
    return only == null || (only.getClass().isHidden() && !nameOf(only).endsWith(CALLS))
        ? null
        : nameOf(only);
  }

  private static boolean runs(String task, StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      String type = frame.getClassName();
      if (task.equals(type) || task.equals(type + '.' + frame.getMethodName() + CALLS)) {
        return true;
      }
    }
    return false;
  }

  /** The class of the task that a timer runs; empty if it runs none. */
  private static String run(StackTraceElement[] stack) {
    for (int i = 1; i < stack.length; i++) {
      if (stack[i].getClassName().equals(TIMER)) {
        String called = stack[i - 1].getClassName();
        return called.equals(TIMER) || called.startsWith("java.lang.") ? "" : called;
      }
    }
    return "";
  }

  private void askWhoKeeps(Thread thread, SchedulerNotes runs, Looks looks, long now) {
    if (looksLeft-- > 0) {
      SnarlSlot slot = SnarlProbe.slotOf(thread);
      Object running = slot == null || slot.runs == 0 ? null : slot.running[0];
      String keeper = running == null ? "" : nameOf(running);
      looks.at(
          thread,
          seen -> {
            if (seen.stack.length > 0 && !Idle.is(seen.stack)) {
              runs.keptBy(keeper, seen.look(sites, now));
            }
          });
    }
  }

  public List<LateRuns> record(List<Pool> pools) {
    Map<Long, String> names = new HashMap<>();
    pools.forEach(pool -> names.put(pool.id(), pool.name()));
    List<LateRuns> records = new ArrayList<>();
    for (Iterator<Map.Entry<Known, SchedulerNotes>> i = schedulers.entrySet().iterator();
        i.hasNext(); ) {
      Map.Entry<Known, SchedulerNotes> each = i.next();
      Known known = each.getKey();
      String name = names.get(known.id);
      if (name == null) {
        i.remove();
      } else if (each.getValue().any()) {
        records.add(each.getValue().record(name, known.notes.size));
      }
    }
    for (Map.Entry<Thread, SchedulerNotes> each : timers.entrySet()) {
      if (each.getValue().any()) {
        records.add(each.getValue().record(Names.cut(each.getKey().getName()), 1));
      }
    }
    return records;
  }
}
