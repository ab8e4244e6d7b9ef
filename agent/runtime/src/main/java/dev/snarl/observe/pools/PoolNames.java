package dev.snarl.observe.pools;

import dev.snarl.observe.live.Places;
import dev.snarl.observe.sites.Names;
import dev.snarl.observe.sites.Site;
import dev.snarl.snapshot.Pool;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/**
 * Gives an executor the name that its threads have in a stack, digits folded: the same whenever the
 * agent came. Before it has a thread, the name that the JDK's own factory will give to one; else
 * its class, and where it was built.
 */
final class PoolNames {

  private static final String COMMON = "ForkJoinPool.commonPool";

  private PoolNames() {}

  static String of(Known known, Object executor, Names names) {
    PoolNotes notes = known.notes;
    String name = notes.name;
    if (name != null && notes.nameIsFinal) {
      return name;
    }
    if (PoolTypes.of(executor).kind(executor) == Pool.Kind.CARRIERS) {
      name = "virtual thread scheduler";
      notes.nameIsFinal = true;
    } else {
      String pattern = SpringNames.of(known, executor);
      if (pattern == null) {
        pattern = pattern(notes, executor, names);
      }
      name =
          pattern == null
              ? fallback(known, executor)
              : pattern.startsWith(COMMON) ? COMMON : pattern;
      notes.nameIsFinal = notes.threads.length > 0;
    }
    notes.name = name;
    return name;
  }

  private static @Nullable String pattern(PoolNotes notes, Object executor, Names names) {
    // Jetty's acceptors rename the thread that they run on.
    if (PoolTypes.of(executor) instanceof JettyPool
        && Places.object(executor, "_name") instanceof String name) {
      return names.group(name + "-1");
    }
    if (notes.threads.length > 0) {
      return names.group(notes.threads[0].getName());
    }
    Object prefix = null;
    if (executor instanceof ForkJoinPool && isJdks(Places.object(executor, "factory"))) {
      prefix = Places.object(executor, "workerNamePrefix");
    } else if (executor instanceof ThreadPoolExecutor) {
      Object factory = Places.object(executor, "threadFactory");
      prefix = isJdks(factory) ? Places.object(factory, "namePrefix") : null;
    }
    return prefix instanceof String text ? names.group(text + '1') : null;
  }

  private static boolean isJdks(@Nullable Object factory) {
    return factory != null && factory.getClass().getName().startsWith("java.util.concurrent.");
  }

  private static String fallback(Known known, Object executor) {
    Class<?> type = executor.getClass();
    while (type.isAnonymousClass() && type.getSuperclass() != null) {
      type = type.getSuperclass();
    }
    return known.site != null && known.site != Site.OTHER
        ? type.getSimpleName() + " at " + known.site.text
        : type.getSimpleName();
  }

  /** Two executors with one name are two pools. */
  static String unique(String name, Map<String, Integer> taken) {
    String candidate = name;
    int number = taken.getOrDefault(name, 1);
    while (taken.putIfAbsent(candidate, 2) != null) {
      candidate = name + " (" + number++ + ")";
      taken.put(name, number);
    }
    return candidate;
  }
}
