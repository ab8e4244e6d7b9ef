package dev.snarl.observe.pools;

import dev.snarl.observe.live.Places;
import dev.snarl.snapshot.Pool;
import java.util.concurrent.SnarlLens;
import java.util.concurrent.SnarlPoolLens;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Tomcat's own thread pool: built like the JDK's, with the same fields, but a class of its own, and
 * one that starts threads up to its maximum before it queues.
 */
final class TomcatPool implements PoolType {

  private static final String PACKAGE = "org.apache.tomcat.util.threads.";
  static final String NAME = PACKAGE + "ThreadPoolExecutor";
  static final String WORKER = NAME + "$Worker";

  private static final int COUNT_MASK = (1 << 29) - 1;
  private static final long RENEWS_MILLIS = 60_000;

  private final long control;
  private final long queue;
  private final long lock;
  private final long workers;
  private final long completed;
  private final long core;
  private final long max;
  private final long handler;
  private final long stopped;

  private TomcatPool(Class<?> type, long control) {
    this.control = control;
    this.queue = SnarlLens.fieldOf(type, "workQueue", Object.class);
    this.lock = SnarlLens.fieldOf(type, "mainLock", Object.class);
    this.workers = SnarlLens.fieldOf(type, "workers", Object.class);
    this.completed = SnarlLens.fieldOf(type, "completedTaskCount", long.class);
    this.core = SnarlLens.fieldOf(type, "corePoolSize", int.class);
    this.max = SnarlLens.fieldOf(type, "maximumPoolSize", int.class);
    this.handler = SnarlLens.fieldOf(type, "handler", Object.class);
    this.stopped = SnarlLens.fieldOf(type, "lastContextStoppedTime", Object.class);
  }

  /** Null for an old one, which is a subclass of the JDK's and read as such. */
  static @Nullable PoolType of(Class<?> type) {
    long control = SnarlLens.fieldOf(type, "ctl", Object.class);
    return control < 0 ? null : new TomcatPool(type, control);
  }

  /** What the target of a thread runs: its class of threads wraps it once more. */
  static @Nullable Object unwrapped(@Nullable Object target) {
    return target != null && target.getClass().getName().startsWith(PACKAGE + "TaskThread$")
        ? Places.object(target, "wrappedRunnable")
        : target;
  }

  @Override
  public Pool.Kind kind(Object executor) {
    return Pool.Kind.THREAD_POOL;
  }

  private int control(Object executor) {
    return SnarlLens.object(executor, control) instanceof AtomicInteger ctl ? ctl.get() : 0;
  }

  @Override
  public void look(Object executor, PoolNotes notes) {
    notes.size = control(executor) & COUNT_MASK;
    Object[] all =
        SnarlLens.copyUnder(SnarlLens.object(executor, lock), SnarlLens.object(executor, workers));
    if (all == null) {
      return;
    }
    boolean[] busy = notes.busy(all.length);
    long done = SnarlLens.number(executor, completed);
    int active = 0;
    int known = 0;
    for (Object worker : all) {
      done += Places.number(worker, "completedTasks");
      boolean runs = SnarlPoolLens.busy(worker);
      active += runs ? 1 : 0;
      if (Places.object(worker, "thread") instanceof Thread thread) {
        busy[known] = runs;
        all[known++] = thread; // in place of a worker that was read
      }
    }
    notes.take(all, known);
    notes.active = active;
    notes.completed = Math.max(notes.completed, done);
  }

  @Override
  public boolean shutdown(Object executor) {
    return control(executor) >= 0;
  }

  /** When a web application stops, each thread ends after its task, so that none keeps it. */
  @Override
  public boolean renews(Object executor) {
    return SnarlLens.object(executor, stopped) instanceof AtomicLong at
        && System.currentTimeMillis() - at.get() < RENEWS_MILLIS;
  }

  @Override
  public int core(Object executor, int size) {
    return SnarlLens.integer(executor, core);
  }

  @Override
  public int max(Object executor) {
    return SnarlLens.integer(executor, max);
  }

  @Override
  public @Nullable Object queue(Object executor) {
    return SnarlLens.object(executor, queue);
  }

  @Override
  public @Nullable Object handler(Object executor) {
    return SnarlLens.object(executor, handler);
  }
}
