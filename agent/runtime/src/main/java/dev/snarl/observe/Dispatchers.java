package dev.snarl.observe;

import dev.snarl.snapshot.Coroutines;
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
    int cpu;
    int blocking;
    int idle;
    long local;
    long run;
    long runNow;

    Scheduler(Object scheduler, DispatcherShape shape, long id) {
      super(scheduler);
      this.shape = shape;
      this.threads = shape.name(scheduler);
      this.id = id;
    }

    /** As the application calls the part of it for the CPU. */
    String dispatcher() {
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

    View(Object view, DispatcherShape shape, String name) {
      super(view);
      this.shape = shape;
      this.name = name;
    }
  }

  void begin() {
    schedulers.removeIf(scheduler -> scheduler.get() == null);
    views.removeIf(view -> view.get() == null);
    for (Scheduler scheduler : schedulers) {
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
    scheduler.local += shape.local(thread);
    scheduler.runNow += runs;
    switch (shape.state(thread)) {
      case "CPU_ACQUIRED" -> {
        scheduler.cpu++;
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
    Scheduler fresh = new Scheduler(of, shape, --ids);
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
        View fresh = new View(limited, shape, name(dispatcher));
        if (views.size() < VIEWS) {
          views.add(fresh);
        }
        return fresh;
      }
    }
    return null;
  }

  void meet(Object dispatcher) {
    view(dispatcher);
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
}
