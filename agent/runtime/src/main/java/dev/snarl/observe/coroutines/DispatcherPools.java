package dev.snarl.observe.coroutines;

import dev.snarl.snapshot.Coroutines;
import dev.snarl.snapshot.Pool;
import java.util.ArrayList;
import java.util.List;

/** The dispatchers of coroutines as executors. The observer's thread only. */
final class DispatcherPools {

  private final List<Scheduler> schedulers;
  private final List<LimitedView> views;

  DispatcherPools(List<Scheduler> schedulers, List<LimitedView> views) {
    this.schedulers = schedulers;
    this.views = views;
  }

  /** Each scheduler as an executor, with all its threads. */
  List<Pool> schedulerPools() {
    List<Pool> pools = new ArrayList<>();
    for (Scheduler scheduler : schedulers) {
      Coroutines.Dispatcher of = scheduler.record();
      if (of != null) {
        Sizes all = new Sizes(of.threads(), of.cpu() + of.blocking(), of.parallelism(), of.max());
        pools.add(pool(scheduler.id, of.name(), all, of.queued(), of.run(), 0, List.of()));
      }
    }
    return pools;
  }

  /** Each dispatcher as an executor: the threads that it has are those that run its coroutines. */
  List<Pool> crewPools(long now) {
    List<Pool> pools = new ArrayList<>();
    long run = 0;
    for (Scheduler scheduler : schedulers) {
      Coroutines.Dispatcher of = scheduler.record();
      if (of != null) {
        run += of.run();
        Sizes own = new Sizes(of.cpu(), of.cpu(), of.parallelism(), of.parallelism());
        long queued = of.cpuQueued() + of.localQueued();
        pools.add(pool(scheduler.crew, own, queued, run, now));
      }
    }
    for (LimitedView view : views) {
      Object limited = view.get();
      if (limited != null) {
        int limit = view.shape.limit(limited);
        int active = view.shape.active(limited);
        Sizes own = new Sizes(active, active, limit, limit);
        pools.add(pool(view.crew, own, view.shape.queued(limited), run, now));
      }
    }
    return pools;
  }

  /** How many there are, are busy, and may be. */
  private record Sizes(int size, int active, int core, int max) {}

  private static Pool pool(DispatcherCrew crew, Sizes threads, long queued, long run, long now) {
    return pool(crew.id, crew.name, threads, queued, run, crew.stuckNanos(now), crew.threads());
  }

  private static Pool pool(
      long id, String name, Sizes threads, long queued, long run, long stuckNanos, List<Long> ids) {
    return new Pool(
        id,
        name,
        Pool.Kind.COROUTINES,
        "kotlinx.coroutines.scheduling.CoroutineScheduler",
        null,
        threads.size,
        threads.active,
        threads.core,
        threads.max,
        threads.size < threads.max,
        (int) Math.min(Integer.MAX_VALUE, queued),
        Integer.MAX_VALUE,
        "kotlinx.coroutines.scheduling.GlobalQueue",
        run,
        Pool.Rejections.NONE,
        false,
        0,
        stuckNanos,
        0,
        -1,
        Pool.Activity.NONE,
        Pool.Timing.NONE,
        ids);
  }
}
