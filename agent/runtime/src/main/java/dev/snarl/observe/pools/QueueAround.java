package dev.snarl.observe.pools;

import dev.snarl.libraries.KnownLibraries;
import dev.snarl.observe.live.JdkCalls;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.SnarlLens;
import org.jspecify.annotations.Nullable;

/**
 * How to read a library's queue of tasks, which has one of the JDK's inside; by its fields. No
 * record: threads of the application come here when a task is refused, and would link its methods.
 */
final class QueueAround {

  private static final List<String> LINES = KnownLibraries.queuesAround();
  private static final Map<Class<?>, Optional<QueueAround>> KNOWN = new WeakHashMap<>();

  private final long queue;
  private final long size;
  private final long max;

  private QueueAround(DeclaredFields fields) {
    this.queue = fields.place("queue", Object.class);
    this.size = fields.place("size", Object.class);
    this.max = fields.place("max", int.class);
  }

  /** Null for every other queue. */
  static @Nullable QueueAround of(@Nullable Object tasks) {
    if (tasks == null || JdkCalls.jdks(tasks)) {
      return null;
    }
    Class<?> type = tasks.getClass();
    synchronized (KNOWN) {
      Optional<QueueAround> known = KNOWN.get(type);
      if (known == null) {
        known = Optional.ofNullable(find(type));
        KNOWN.put(type, known);
      }
      return known.orElse(null);
    }
  }

  private static @Nullable QueueAround find(Class<?> type) {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      DeclaredFields fields = DeclaredFields.of(at, LINES);
      if (fields != null) {
        return new QueueAround(fields);
      }
    }
    return null;
  }

  /** That of the JDK; the queue itself if it has none. */
  Object inside(Object tasks) {
    Object inner = SnarlLens.object(tasks, queue);
    return inner != null && JdkCalls.jdks(inner) ? inner : tasks;
  }

  int length(Object tasks) {
    return SnarlLens.object(tasks, size) instanceof Number count
        ? Math.max(0, count.intValue())
        : 0;
  }

  int capacity(Object tasks) {
    return SnarlLens.integer(tasks, max);
  }
}
