package dev.snarl.observe.slots;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.stacks.Frames;
import java.lang.reflect.Field;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.SnarlPoolLens;
import java.util.concurrent.SnarlSlot;
import org.jspecify.annotations.Nullable;

/**
 * Tells one task of a thread from its next, so that a worker that waits once per task is not taken
 * for one that waits in a loop. Reads the worker's own count of completed tasks; Tomcat's pool is a
 * fork of the JDK's and keeps the same field.
 */
public final class Tasks {

  /** A worker of a pool whose tasks cannot be told apart. */
  public static final long UNKNOWN = -1;

  private static final ClassValue<Reader> READERS =
      new ClassValue<>() {
        @Override
        protected Reader computeValue(Class<?> type) {
          return Reader.of(type);
        }
      };

  private final Frames frames;

  public Tasks(Frames frames) {
    this.frames = frames;
  }

  /** A number that changes from task to task, or {@link #UNKNOWN}. */
  long current(Thread thread, SnarlSlot slot) {
    long completed = SnarlPoolLens.completedBy(thread);
    if (completed >= 0 || thread instanceof ForkJoinWorkerThread) {
      return combine(completed, slot);
    }
    Object target = SnarlPoolLens.target(thread);
    if (target == null || frames.application(target.getClass().getName())) {
      return slot.worksFor() == null ? combine(0, slot) : wrapped(slot);
    }
    long count = READERS.get(target.getClass()).read(target);
    return count < 0 && JdkCalls.id(thread) != 1 ? UNKNOWN : combine(count, slot);
  }

  /** How many tasks a worker of a thread pool has completed, or {@link #UNKNOWN}. */
  public long completed(Thread thread) {
    long completed = SnarlPoolLens.completedBy(thread);
    Object target = completed >= 0 ? null : SnarlPoolLens.target(thread);
    return target == null || frames.application(target.getClass().getName())
        ? completed
        : READERS.get(target.getClass()).read(target);
  }

  /** Of a worker that a thread factory of the application's has wrapped. */
  private static long wrapped(SnarlSlot slot) {
    long begun = slot.taskBegun();
    return begun < 0 ? UNKNOWN : combine(begun, slot);
  }

  private static long combine(long completed, SnarlSlot slot) {
    return (completed + 1) * 1_000_003 + slot.runCount + slot.coroutines(SnarlSlot.RUNS);
  }

  /** How to read the count from a runnable of this class. */
  private record Reader(@Nullable Field inner, @Nullable Field count) {

    static Reader of(Class<?> type) {
      try {
        Field count = field(type, "completedTasks", long.class);
        return new Reader(count == null ? field(type, null, Runnable.class) : null, count);
      } catch (LinkageError e) {
        return new Reader(null, null); // its fields name what is not there
      }
    }

    long read(Object target) {
      try {
        if (count != null) {
          return count.getLong(target);
        }
        Object wrapped = inner == null ? null : inner.get(target);
        if (wrapped == null) {
          return UNKNOWN;
        }
        Field deeper = READERS.get(wrapped.getClass()).count();
        return deeper == null ? UNKNOWN : deeper.getLong(wrapped);
      } catch (IllegalAccessException e) {
        return UNKNOWN;
      }
    }

    private static @Nullable Field field(Class<?> type, @Nullable String name, Class<?> of) {
      for (Field field : type.getDeclaredFields()) {
        if (field.getType() == of && (name == null || field.getName().equals(name))) {
          try {
            field.setAccessible(true);
            return field;
          } catch (RuntimeException e) {
            return null; // a module that is not open
          }
        }
      }
      return null;
    }
  }
}
