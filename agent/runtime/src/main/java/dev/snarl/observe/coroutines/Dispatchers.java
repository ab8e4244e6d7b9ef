package dev.snarl.observe.coroutines;

import dev.snarl.observe.sites.Names;
import dev.snarl.snapshot.Coroutines;
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
  private final List<LimitedView> views = new ArrayList<>();
  private long ids;

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
  private @Nullable LimitedView view(Object dispatcher) {
    Object limited = dispatcher;
    if (is(dispatcher, "scheduling.DefaultIoScheduler")) {
      limited = SnarlLens.constant(dispatcher.getClass(), "default");
    }
    for (LimitedView view : views) {
      if (limited != null && view.refersTo(limited)) {
        return view;
      }
    }
    for (DispatcherShape shape : shapes) {
      if (limited != null && shape.limited.is(limited)) {
        String name = name(dispatcher);
        LimitedView fresh = new LimitedView(limited, shape, name, crew(name));
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
    LimitedView view = view(dispatcher);
    if (view != null) {
      view.crew.add(thread, begun);
    }
  }

  /** All threads are known that run coroutines. */
  void end(long now, long elapsed) {
    crews().forEach(crew -> crew.end(now));
    schedulers.forEach(scheduler -> scheduler.credit(elapsed));
    views.forEach(view -> view.credit(elapsed));
  }

  /** Each task that waits in a dispatcher, bounded. */
  void each(Queued each) {
    for (LimitedView view : views) {
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
    LimitedView view = view(dispatcher);
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

  /** As executors. */
  DispatcherPools pools() {
    return new DispatcherPools(schedulers, views);
  }

  List<Scheduler> schedulers() {
    return schedulers;
  }

  List<Coroutines.View> views() {
    List<Coroutines.View> records = new ArrayList<>();
    for (LimitedView view : views) {
      Object limited = view.get();
      if (limited != null) {
        records.add(
            new Coroutines.View(
                view.name,
                view.shape.limit(limited),
                view.shape.active(limited),
                view.shape.queued(limited),
                view.waitedNanos));
      }
    }
    return records;
  }
}
