package dev.snarl.observe.pools;

import dev.snarl.snapshot.Pool;
import java.util.concurrent.SnarlQueueLens;
import org.jspecify.annotations.Nullable;

/**
 * How to read one class of executors that are none of the JDK's: by the places of its fields, found
 * once. Holds no executor and no class. Waits for no lock of the pool.
 */
public interface LibraryPool {

  Pool.Kind kind();

  /** Takes size, threads, who is busy and the completed count into the notes. */
  void look(Object executor, PoolNotes notes);

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

  int core(Object executor);

  int max(Object executor);

  /** The JDK queue that holds its tasks, or null. */
  default @Nullable Object queue(Object executor) {
    return null;
  }

  /** Copies queued tasks, oldest first; returns how many. */
  default int copyTasks(Object executor, Object[] into) {
    Object queue = queue(executor);
    return queue == null ? 0 : SnarlQueueLens.copy(queue, into);
  }

  /** Tasks in its queue. */
  int length(Object executor);

  /** Whether a further thread could start when all are busy. */
  default boolean canGrow(Object executor, int size) {
    return size < max(executor);
  }

  /** What decides on tasks that it refuses, or null. */
  default @Nullable Object handler(Object executor) {
    return null;
  }
}
