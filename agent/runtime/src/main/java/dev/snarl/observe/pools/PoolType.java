package dev.snarl.observe.pools;

import dev.snarl.snapshot.Pool;
import java.util.concurrent.SnarlFutureLens;
import java.util.concurrent.SnarlQueueLens;
import org.jspecify.annotations.Nullable;

/**
 * How to read one class of executors, of the JDK or of a library: by the places of its fields,
 * found once. Holds no executor and no class of the application. Waits for no lock of the pool:
 * when that is taken, the last values stand.
 */
public interface PoolType {

  /** Null for an executor that nobody knows. */
  Pool.@Nullable Kind kind(Object executor);

  /** Takes size, threads, who is busy and the completed count into the notes. */
  void look(Object executor, PoolNotes notes);

  /** Its threads, asked on threads of the application. */
  default int size(Object executor) {
    PoolNotes now = new PoolNotes();
    look(executor, now);
    return now.size;
  }

  /** Whether it counts the tasks that it has completed. */
  default boolean counts() {
    return true;
  }

  default boolean shutdown(Object executor) {
    return false;
  }

  /** Whether it lets its threads go to start others, as when a web application stops. */
  default boolean renews(Object executor) {
    return false;
  }

  /** Threads that it keeps; of one without such a number those that it has. */
  default int core(Object executor, int size) {
    return size;
  }

  default int max(Object executor) {
    return Integer.MAX_VALUE;
  }

  /** The JDK queue that holds its tasks, or null. */
  default @Nullable Object queue(Object executor) {
    return null;
  }

  /** Copies queued tasks, oldest first; returns how many. */
  default int copyTasks(Object executor, Object[] into) {
    Object queue = queue(executor);
    return queue == null ? 0 : SnarlQueueLens.copy(queue, into);
  }

  /**
   * When a task of a {@link Pool.Kind#SCHEDULED scheduled} pool was or will be due, as {@link
   * System#nanoTime} has it; now where that is not known.
   */
  default long due(Object task, long now) {
    return SnarlFutureLens.due(task, now);
  }

  /** Tasks in its queue. */
  default int length(Object executor) {
    Object queue = queue(executor);
    return queue == null ? 0 : SnarlQueueLens.length(queue);
  }

  /** How many tasks its queue takes; -1 for a class of queues that is not known. */
  default int capacity(Object executor) {
    Object queue = queue(executor);
    return queue == null ? Integer.MAX_VALUE : SnarlQueueLens.capacity(queue);
  }

  /** Whether a further thread could start when all are busy. */
  default boolean canGrow(Object executor, int size) {
    return size < max(executor);
  }

  /** What decides on tasks that it refuses, or null. */
  default @Nullable Object handler(Object executor) {
    return null;
  }
}
