package dev.snarl.observe.pools;

import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Trace;
import org.jspecify.annotations.Nullable;

/**
 * Which pools have a trace of their latest tasks: the first ones with a queue that have run a few
 * hundred, and no more than can be kept at a time. The observer's thread decides; any thread may
 * read one.
 */
public final class TaskTraces {
  private static final int MOST = 10;
  private static final int WORTH_IT = 200;

  private final KnownExecutors executors;
  private int kept;

  public TaskTraces(KnownExecutors executors) {
    this.executors = executors;
  }

  /** After each look at a pool. */
  void follow(Known known, Object executor, double perSecond, double elapsedSeconds) {
    TaskTrace trace = known.times.trace();
    if (trace == null
        && kept < MOST
        && known.notes.completed >= WORTH_IT
        && PoolTypes.of(executor).kind(executor) == Pool.Kind.THREAD_POOL) {
      kept++;
      trace = new TaskTrace();
      known.times.keep(trace);
    }
    if (trace != null) {
      trace.follow(known, perSecond, elapsedSeconds);
    }
  }

  void forget(Known known) {
    if (known.times.trace() != null) {
      kept--;
      known.traced = false;
      known.times.keep(null);
    }
  }

  /** The trace of a pool by its id; null if none is kept, or while its tasks come too fast. */
  public @Nullable Trace of(long pool) {
    for (Known known : executors.all.keySet()) {
      TaskTrace trace = known.id == pool ? known.times.trace() : null;
      if (trace != null && known.traced) {
        return trace.read(System.nanoTime());
      }
    }
    return null;
  }
}
