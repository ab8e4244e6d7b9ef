package dev.snarl.observe.coroutines;

import dev.snarl.snapshot.Coroutines;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One scheduler with its threads. */
final class Scheduler extends WeakReference<Object> {
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
  long waitedNanos;

  Scheduler(Object scheduler, DispatcherShape shape, String threads, long id, DispatcherCrew crew) {
    super(scheduler);
    this.shape = shape;
    this.threads = threads;
    this.id = id;
    this.crew = crew;
  }

  /** What waits now has waited for that time. */
  void credit(long elapsed) {
    Object found = get();
    if (found != null) {
      waitedNanos += elapsed * (shape.cpuQueued(found) + shape.blockingQueued(found) + local);
    }
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

  /** What it is like now; null if it is gone. */
  Coroutines.@Nullable Dispatcher record() {
    Object found = get();
    if (found == null) {
      return null;
    }
    run = Math.max(run, runNow);
    return new Coroutines.Dispatcher(
        threads,
        shape.parallelism(found),
        shape.max(found),
        cpu,
        blocking,
        idle,
        shape.cpuQueued(found),
        shape.blockingQueued(found),
        local,
        run,
        waitedNanos);
  }
}
