package dev.snarl.observe.tasks;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.Tick;
import dev.snarl.observe.locks.Monitors;
import dev.snarl.observe.pools.Known;
import dev.snarl.observe.pools.KnownExecutors;
import dev.snarl.observe.pools.PoolNotes;
import dev.snarl.observe.pools.PoolTypes;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Names;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.slots.Tasks;
import dev.snarl.observe.slots.WaitsOver;
import dev.snarl.observe.waits.Threads;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.StuckRun;
import dev.snarl.stacks.Frames;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlSlot;

/**
 * Follows what the busy threads of pools run, from tick to tick: which method each task is, how
 * long runs of it take, and which run waits without end. A run is told from the next by what its
 * worker counts. Of short runs only those count at which somebody has looked; each long one is
 * looked at. Costs a few reads for each busy thread and up to four looks a tick. The observer's
 * thread only.
 */
public final class TaskRuns {
  private static final int MOST_RUNS = 10_000;
  private static final int MOST_RECORDS = 100;
  private static final int LOOKS_EACH_TICK = 4;
  private static final int CPU_READS_EACH_TICK = 64;
  private static final long LONG = 5 * Tick.NANOS;
  private static final long STOPPED = 25 * Tick.NANOS;

  private final KnownExecutors executors;
  private final Sites sites;
  private final Names names;
  private final WaitsOver totals;
  private final Tasks tasks;
  private final TaskKinds kinds = new TaskKinds();
  private final Monitors monitors = new Monitors();
  private final IdentityHashMap<Thread, TaskRun> runs = new IdentityHashMap<>();
  private long pass;
  private long lastTick;
  private long lookedAt;
  private long dropped;

  public TaskRuns(
      KnownExecutors executors, Frames frames, Sites sites, Names names, WaitsOver totals) {
    this.executors = executors;
    this.sites = sites;
    this.names = names;
    this.totals = totals;
    this.tasks = new Tasks(frames);
  }

  /**
   * After the pools were looked at.
   *
   * @param elapsed since the last tick
   */
  public void tick(Looks looks, long now, long elapsed) {
    pass++;
    boolean stopped = now - lastTick > STOPPED;
    lastTick = now;
    for (Known known : executors.all.keySet()) {
      Object executor = known.get();
      PoolNotes notes = known.notes;
      if (executor == null || notes.active == 0 || carriers(executor)) {
        continue;
      }
      boolean forkJoin = executor instanceof ForkJoinPool;
      for (int i = 0; i < notes.threads.length; i++) {
        if (forkJoin || (i < notes.busy.length && notes.busy[i])) {
          follow(notes.threads[i], now, elapsed);
        }
      }
    }
    forget(now);
    if (stopped) {
      runs.values().forEach(run -> run.afterStop(now));
    }
    readCpu(now);
    look(looks, now);
  }

  private static boolean carriers(Object executor) {
    return PoolTypes.of(executor).kind(executor) == Pool.Kind.CARRIERS;
  }

  private void follow(Thread thread, long now, long elapsed) {
    if (SnarlProbe.virtual(thread)) {
      return;
    }
    SnarlSlot slot = SnarlProbe.slotOf(thread);
    long number = TaskRun.number(thread, tasks);
    if (!TaskRun.known(thread, slot, number)) {
      return;
    }
    TaskRun run = runs.get(thread);
    if (run == null && runs.size() >= MOST_RUNS) {
      dropped++;
      return;
    }
    if (run == null || !run.same(number)) {
      if (run != null) {
        run.ended(now);
      }
      run = new TaskRun(thread, slot, number, now - elapsed);
      runs.put(thread, run);
    }
    run.pass = pass;
  }

  private void forget(long now) {
    for (Iterator<TaskRun> each = runs.values().iterator(); each.hasNext(); ) {
      TaskRun run = each.next();
      if (run.pass != pass) {
        run.ended(now);
        each.remove();
      }
    }
  }

  /** Of long runs, once a second each. */
  private void readCpu(long now) {
    int budget = CPU_READS_EACH_TICK;
    for (TaskRun run : runs.values()) {
      if (budget == 0) {
        return;
      }
      if (run.age(now) >= LONG && run.cpuReadBefore(now - LONG)) {
        budget--;
        run.cpu(monitors.cpu(run.thread), now);
        run.credit(names, totals, LONG, now);
      }
    }
  }

  /** At long runs first; before JDK 19 a look stops the JVM, so there it is made less often. */
  private void look(Looks looks, long now) {
    if (JdkCalls.ONE_STOP && now - lookedAt < 2 * Tick.NANOS - Tick.NANOS / 2) {
      return;
    }
    lookedAt = now;
    int budget = LOOKS_EACH_TICK;
    List<TaskRun> unknown = new ArrayList<>();
    for (TaskRun run : runs.values()) {
      if (budget > 0 && (run.unseen(LONG) || (run.unknown() && run.age(now) >= LONG))) {
        budget--;
        look(run, looks, now);
      } else if (run.unknown()) {
        unknown.add(run);
      }
    }
    for (int i = 0; i < Math.min(budget, unknown.size()); i++) {
      look(unknown.get((int) ((pass * LOOKS_EACH_TICK + i) % unknown.size())), looks, now);
    }
  }

  private void look(TaskRun run, Looks looks, long now) {
    looks.at(
        run.thread,
        seen -> {
          if (run.same(TaskRun.number(run.thread, tasks))) {
            run.seen(seen, sites, kinds, now);
          }
        });
  }

  public List<StuckRun> record(Threads threads) {
    List<StuckRun> records = new ArrayList<>();
    for (TaskRun run : runs.values()) {
      StuckRun stuck = run.record(threads, LONG);
      if (stuck != null && records.size() < MOST_RECORDS) {
        records.add(stuck);
      } else if (stuck != null) {
        dropped++;
      }
    }
    return records;
  }

  public long dropped() {
    return dropped + kinds.dropped();
  }
}
