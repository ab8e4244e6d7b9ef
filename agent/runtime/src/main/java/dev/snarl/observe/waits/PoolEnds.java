package dev.snarl.observe.waits;

import dev.snarl.observe.live.Places;
import dev.snarl.observe.pools.Known;
import dev.snarl.observe.pools.KnownExecutors;
import dev.snarl.observe.pools.PoolNotes;
import dev.snarl.observe.pools.PoolTypes;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.SnarlPoolLens;
import org.jspecify.annotations.Nullable;

/**
 * The executors of the JDK that were told to stop, by what threads are parked on that wait for
 * their ends, as in {@code awaitTermination} and {@code close}. An executor ends once all of its
 * threads have. The observer's thread only.
 */
public final class PoolEnds {
  private static final int MOST_THREADS = 5_000;

  private final KnownExecutors executors;
  private final IdentityHashMap<Object, Known> stopping = new IdentityHashMap<>();

  public PoolEnds(KnownExecutors executors) {
    this.executors = executors;
  }

  /** Finds those that were told to stop. */
  public void look() {
    stopping.clear();
    for (Known known : executors.all.keySet()) {
      Object executor = known.get();
      Object end =
          executor != null && PoolTypes.of(executor).shutdown(executor) ? end(executor) : null;
      if (end != null) {
        stopping.put(end, known);
      }
    }
  }

  private static @Nullable Object end(Object executor) {
    String field = SnarlPoolLens.perTask(executor) ? "terminationSignal" : "termination";
    Object end = Places.object(executor, field);
    return end instanceof CountDownLatch ? Places.object(end, "sync") : end;
  }

  /** Whether threads that are parked on it wait for the end of an executor. */
  public boolean has(@Nullable Object blocker) {
    return blocker != null && stopping.containsKey(blocker);
  }

  /** Class of the executor. */
  public String type(Object blocker) {
    Known known = stopping.get(blocker);
    Object executor = known == null ? null : known.get();
    return executor == null ? "" : executor.getClass().getName();
  }

  /** Those of its threads that run something, bounded. */
  public List<Thread> busy(Object blocker) {
    Known known = stopping.get(blocker);
    Object executor = known == null ? null : known.get();
    List<Thread> busy = new ArrayList<>();
    if (known == null || executor == null) {
      return busy;
    }
    PoolNotes notes = known.notes;
    boolean all = executor instanceof ForkJoinPool; // it does not tell who is busy
    for (int i = 0; i < Math.min(notes.threads.length, notes.busy.length); i++) {
      if (all || notes.busy[i]) {
        busy.add(notes.threads[i]);
      }
    }
    Set<?> each = SnarlPoolLens.perTask(executor) ? SnarlPoolLens.perTaskThreads(executor) : null;
    if (each != null && each.size() <= MOST_THREADS) {
      for (Object thread : each.toArray()) {
        if (thread instanceof Thread it) {
          busy.add(it);
        }
      }
    }
    return busy;
  }
}
