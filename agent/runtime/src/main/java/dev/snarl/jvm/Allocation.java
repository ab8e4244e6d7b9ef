package dev.snarl.jvm;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import org.jspecify.annotations.Nullable;

/**
 * How much the application allocates. From Java 21 on the JVM keeps the sum over all threads;
 * before, it is derived from the growth of eden between and over young collections, and unknown for
 * a heap without eden. The agent's thread only.
 */
final class Allocation {
  private final @Nullable MethodHandle total = total();
  private long allocated;
  private long young = -1;
  private long used;
  private long committed;

  /** Cumulative, -1 unknown. */
  long read(Beans beans, @Nullable Long youngCollections) {
    if (total != null) {
      return exact(total);
    }
    MemoryUsage eden = beans.eden();
    if (eden == null || youngCollections == null) {
      return -1;
    }
    if (young >= 0) {
      long collections = youngCollections - young;
      allocated +=
          collections == 0 && eden.getUsed() >= used
              ? eden.getUsed() - used
              : collections == 0
                  ? eden.getUsed()
                  : Math.max(0, committed - used) + (collections - 1) * committed + eden.getUsed();
    }
    young = youngCollections;
    used = eden.getUsed();
    committed = eden.getCommitted();
    return allocated;
  }

  private static long exact(MethodHandle total) {
    try {
      return (long) total.invoke();
    } catch (Throwable unavailable) {
      return -1;
    }
  }

  private static @Nullable MethodHandle total() {
    try {
      Class<?> type = Class.forName("com.sun.management.ThreadMXBean");
      return MethodHandles.publicLookup()
          .findVirtual(type, "getTotalThreadAllocatedBytes", MethodType.methodType(long.class))
          .bindTo(ManagementFactory.getThreadMXBean());
    } catch (ReflectiveOperationException | RuntimeException | LinkageError older) {
      return null;
    }
  }
}
