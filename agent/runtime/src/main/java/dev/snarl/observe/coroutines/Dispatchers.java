package dev.snarl.observe.coroutines;

import dev.snarl.observe.sites.Names;
import dev.snarl.snapshot.Coroutines;
import dev.snarl.snapshot.Pool;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.SnarlLens;
import org.jspecify.annotations.Nullable;

/**
 * The dispatchers of kotlinx-coroutines, found through their threads and the coroutines that use
 * them, held weakly and bounded in number. The observer's thread only.
 */
final class Dispatchers {

  private static final int SCHEDULERS = 50;
  private static final int VIEWS = 200;

  private final List<DispatcherShape> shapes = new ArrayList<>();
  private final List<Scheduler> schedulers = new ArrayList<>();
  private final List<View> views = new ArrayList<>();
  private long ids;

  /** One scheduler with its threads. */
  static final class Scheduler extends WeakReference<Object> {
    final DispatcherShape shape;
    final String threads;
    final long id;

    /** Of those that hold its permits for the CPU. */
    final DispatcherCrew crew;

    final List<Thread> workers = new ArrayList<>();
    int cpu;
    int blocking;
    int idle;
    long local;
    long run;
    long runNow;

    Scheduler(
        Object scheduler, DispatcherShape shape, String threads, long id, DispatcherCrew crew) {
      super(scheduler);
      this.shape = shape;
      this.threads = threads;
      this.id = id;
      this.crew = crew;
    }

    /** As the application calls the part of it for the CPU. */
    String dispatcher() {
      return dispatcher(threads);
    }

    static String dispatcher(String threads) {
      return threads.equals("DefaultDispatcher") ? "Dispatchers.Default" : threads;
    }

    int parallelism() {
      Object scheduler = get();
      return scheduler == null ? 0 : shape.parallelism(scheduler);
    }
  }

  private static final class View extends WeakReference<Object> {
    final DispatcherShape shape;
    final String name;
    final DispatcherCrew crew;

    View(Object view, DispatcherShape shape, String name, DispatcherCrew crew) {
      super(view);
      this.shape = shape;
      this.name = name;
      this.crew = crew;
    }
  }

  /** What takes a task out of the queue of a dispatcher, by the id of its crew. */
  interface Queued {
    void task(long crew, Object task);
  }

  void begin() {
    schedulers.removeIf(scheduler -> scheduler.get() == null);
    views.removeIf(view -> view.get() == null);
    crews().forEach(DispatcherCrew::begin);
    for (Scheduler scheduler : schedulers) {
      scheduler.workers.clear();
      scheduler.cpu = 0;
      scheduler.blocking = 0;
      scheduler.idle = 0;
      scheduler.local = 0;
      scheduler.runNow = 0;
    }
  }

  /** Counts a worker; returns its scheduler if it runs a task for the CPU now. */
  @Nullable Scheduler worker(Thread thread, long runs) {
    DispatcherShape shape = shape(thread.getClass());
    Object found = shape == null ? null : shape.scheduler(thread);
    Scheduler scheduler = shape == null || found == null ? null : scheduler(found, shape);
    if (shape == null || scheduler == null) {
      return null;
    }
    scheduler.workers.add(thread);
    scheduler.local += shape.local(thread);
    scheduler.runNow += runs;
    switch (shape.state(thread)) {
      case "CPU_ACQUIRED" -> {
        scheduler.cpu++;
        scheduler.crew.add(thread, runs);
        return scheduler;
      }
      case "BLOCKING" -> scheduler.blocking++;
      default -> scheduler.idle++;
    }
    return null;
  }

  private @Nullable DispatcherShape shape(Class<?> worker) {
    for (DispatcherShape shape : shapes) {
      if (shape.worker.same(worker)) {
        return shape;
      }
    }
    if (shapes.size() >= SCHEDULERS) {
      return null;
    }
    DispatcherShape fresh = new DispatcherShape(worker);
    shapes.add(fresh);
    return fresh;
  }

  private @Nullable Scheduler scheduler(Object of, DispatcherShape shape) {
    for (Scheduler scheduler : schedulers) {
      if (scheduler.refersTo(of)) {
        return scheduler;
      }
    }
    if (schedulers.size() >= SCHEDULERS) {
      return null;
    }
    String threads = shape.name(of);
    Scheduler fresh = new Scheduler(of, shape, threads, --ids, crew(Scheduler.dispatcher(threads)));
    schedulers.add(fresh);
    return fresh;
  }

  /** A dispatcher that some coroutine uses: remembered if it is a limited view. */
  private @Nullable View view(Object dispatcher) {
    Object limited = dispatcher;
    if (is(dispatcher, "scheduling.DefaultIoScheduler")) {
      limited = SnarlLens.constant(dispatcher.getClass(), "default");
    }
    for (View view : views) {
      if (limited != null && view.refersTo(limited)) {
        return view;
      }
    }
    for (DispatcherShape shape : shapes) {
      if (limited != null && shape.limited.is(limited)) {
        String name = name(dispatcher);
        View fresh = new View(limited, shape, name, crew(name));
        if (views.size() < VIEWS) {
          views.add(fresh);
        }
        return fresh;
      }
    }
    return null;
  }

  private List<DispatcherCrew> crews() {
    List<DispatcherCrew> crews = new ArrayList<>();
    schedulers.forEach(scheduler -> crews.add(scheduler.crew));
    views.forEach(view -> crews.add(view.crew));
    return crews;
  }

  private DispatcherCrew crew(String name) {
    List<String> taken = crews().stream().map(crew -> crew.name).toList();
    String own = name;
    for (int i = 2; taken.contains(own); i++) {
      own = name + " (" + i + ")";
    }
    return new DispatcherCrew(--ids, own);
  }

  /** A thread that runs a coroutine which this dispatcher has given it. */
  void runs(Thread thread, Object dispatcher, long begun) {
    View view = view(dispatcher);
    if (view != null) {
      view.crew.add(thread, begun);
    }
  }

  /** All threads are known that run coroutines. */
  void end(long now) {
    crews().forEach(crew -> crew.end(now));
  }

  /** Each task that waits in a dispatcher, bounded. */
  void each(Queued each) {
    for (View view : views) {
      Object limited = view.get();
      if (limited != null) {
        view.shape.tasks(limited, task -> each.task(view.crew.id, task));
      }
    }
    for (Scheduler scheduler : schedulers) {
      Object found = scheduler.get();
      if (found != null) {
        scheduler.shape.cpuTasks(found, task -> each.task(scheduler.crew.id, task));
        for (Thread thread : scheduler.workers) {
          scheduler.shape.localTasks(thread, task -> each.task(scheduler.crew.id, task));
        }
      }
    }
  }

  /** Tasks that wait in this dispatcher, -1 where it cannot be known. */
  long queued(Object dispatcher) {
    View view = view(dispatcher);
    Object limited = view == null ? null : view.get();
    if (view != null && limited != null) {
      return view.shape.queued(limited);
    }
    if (is(dispatcher, "scheduling.DefaultScheduler")) {
      for (Scheduler scheduler : schedulers) {
        Object found = scheduler.get();
        if (found != null && scheduler.threads.equals("DefaultDispatcher")) {
          return scheduler.shape.cpuQueued(found) + scheduler.local;
        }
      }
    }
    return -1;
  }

  /** As the application's source calls it. */
  String name(Object dispatcher) {
    if (is(dispatcher, "scheduling.DefaultScheduler")) {
      return "Dispatchers.Default";
    }
    if (is(dispatcher, "scheduling.DefaultIoScheduler")
        || is(dispatcher, "scheduling.UnlimitedIoScheduler")) {
      return "Dispatchers.IO";
    }
    if (is(dispatcher, "Unconfined")) {
      return "Dispatchers.Unconfined";
    }
    if (is(dispatcher, "BlockingEventLoop")) {
      return "runBlocking";
    }
    for (DispatcherShape shape : shapes) {
      if (shape.limited.is(dispatcher)) {
        Object target = shape.target(dispatcher);
        String of = target == null || shape.limited.is(target) ? "dispatcher" : name(target);
        return of + ".limitedParallelism(" + shape.limit(dispatcher) + ")";
      }
    }
    return Names.cut(dispatcher.getClass().getName());
  }

  private static boolean is(Object dispatcher, String type) {
    String name = dispatcher.getClass().getName();
    return name.startsWith("kotlinx.coroutines.")
        && name.length() == 19 + type.length()
        && name.endsWith(type);
  }

  // ---- records ----

  List<Scheduler> schedulers() {
    return schedulers;
  }

  Coroutines.@Nullable Dispatcher record(Scheduler scheduler) {
    Object found = scheduler.get();
    if (found == null) {
      return null;
    }
    scheduler.run = Math.max(scheduler.run, scheduler.runNow);
    return new Coroutines.Dispatcher(
        scheduler.threads,
        scheduler.shape.parallelism(found),
        scheduler.shape.max(found),
        scheduler.cpu,
        scheduler.blocking,
        scheduler.idle,
        scheduler.shape.cpuQueued(found),
        scheduler.shape.blockingQueued(found),
        scheduler.local,
        scheduler.run);
  }

  List<Coroutines.View> views() {
    List<Coroutines.View> records = new ArrayList<>();
    for (View view : views) {
      Object limited = view.get();
      if (limited != null) {
        records.add(
            new Coroutines.View(
                view.name,
                view.shape.limit(limited),
                view.shape.active(limited),
                view.shape.queued(limited)));
      }
    }
    return records;
  }

  /** Each scheduler as an executor, with all its threads. */
  List<Pool> schedulerPools() {
    List<Pool> pools = new ArrayList<>();
    for (Scheduler scheduler : schedulers) {
      Coroutines.Dispatcher of = record(scheduler);
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
      Coroutines.Dispatcher of = record(scheduler);
      if (of != null) {
        run += of.run();
        Sizes own = new Sizes(of.cpu(), of.cpu(), of.parallelism(), of.parallelism());
        long queued = of.cpuQueued() + of.localQueued();
        pools.add(pool(scheduler.crew, own, queued, run, now));
      }
    }
    for (View view : views) {
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
        new Pool.Rejections(0, 0, "", false, null, List.of()),
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
