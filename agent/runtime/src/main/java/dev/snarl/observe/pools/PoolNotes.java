package dev.snarl.observe.pools;

import dev.snarl.snapshot.Actor;
import dev.snarl.snapshot.Pool.Blocking;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the observer remembers of one executor from look to look. Its thread only. */
public final class PoolNotes {
  public @Nullable String name;
  boolean nameIsFinal;
  public int size;
  public int active;
  long completed;
  public Thread[] threads = new Thread[0];
  List<Long> threadIds = List.of();
  public boolean[] busy = new boolean[0];
  long saturatedSince;
  public long progressAt;
  long idleSince;
  boolean empty;
  int fed;
  int returns;
  private @Nullable WeakReference<Object> oldestTask;

  /** Of a queue in front of a pool once tasks have waited there; null for all others. */
  @Nullable WaitingTasks waitingTasks;

  long oldestSince;
  long waitingSince;
  long taskBytes = -1;
  long measuredAt;
  long onCpu;
  long blocked;
  public final PoolInput input = new PoolInput();
  final Map<Blocking, Long> blockedIn = new HashMap<>();
  final Map<Blocking, Map<Actor, Long>> waitedFor = new HashMap<>();
  int nextSample;

  /** The task that waits first: weakly, since most know the executor that they wait for. */
  @Nullable Object oldestTask() {
    return oldestTask == null ? null : oldestTask.get();
  }

  /** Whether that is another task than before. */
  @SuppressWarnings("ReferenceEquality") // a task's equals may be the application's
  boolean oldestTask(@Nullable Object task) {
    boolean another = task != oldestTask();
    if (another) {
      oldestTask = task == null ? null : new WeakReference<>(task);
    }
    return another;
  }

  /**
   * Takes the first {@code n} of these for its threads. While they are the same the array stays and
   * nothing is stored: a reference that is stored into an old object is a card more that the next
   * collection has to scan, for each pool at each tick.
   */
  @SuppressWarnings("ReferenceEquality") // a thread's equals may be the application's
  void take(Object[] seen, int n) {
    boolean same = threads.length == n;
    for (int i = 0; i < n && same; i++) {
      same = threads[i] == seen[i];
    }
    if (!same) {
      threads = Arrays.copyOf(seen, n, Thread[].class);
    }
  }

  /**
   * Takes all of these for its threads, if they are known: who of them is busy is not, unless all
   * are.
   *
   * @param all a concurrent set, which is copied without a lock
   */
  void takeAll(@Nullable Object all) {
    if (!(all instanceof Set<?> set)) {
      return;
    }
    Object[] found = set.toArray();
    int n = 0;
    for (Object each : found) {
      if (each instanceof Thread) {
        found[n++] = each;
      }
    }
    take(found, n);
    Arrays.fill(busy(n), active >= size);
  }

  /** Who of so many is busy, as the last look has left it, to be written over. */
  boolean[] busy(int n) {
    if (busy.length != n) {
      busy = new boolean[n];
    }
    return busy;
  }

  /** Of everything that is the application's. */
  void letGo() {
    threads = new Thread[0];
    busy = new boolean[0];
    oldestTask = null;
    waitingTasks = null;
  }
}
