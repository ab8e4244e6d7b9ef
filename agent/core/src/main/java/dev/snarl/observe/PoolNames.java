package dev.snarl.observe;

import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/**
 * Gives an executor a name that means something: the pattern of its threads' names if a person
 * chose it, else where it was built. The JDK's own {@code pool-3-thread-7} says nothing.
 */
final class PoolNames {

  private PoolNames() {}

  static String of(Known known, Object executor, Names names) {
    PoolNotes notes = known.notes;
    String name = notes.name;
    if (name != null && notes.nameIsFinal) {
      return name;
    }
    if (executor instanceof ForkJoinPool && isCommon(notes)) {
      name = "ForkJoinPool.commonPool";
    } else if (executor instanceof ForkJoinPool pool && PoolReader.carriesVirtualThreads(pool)) {
      name = "virtual thread scheduler";
      notes.nameIsFinal = true;
    } else {
      String pattern = SpringNames.of(known, executor);
      if (pattern == null) {
        pattern = pattern(notes, names);
      }
      name = pattern != null ? pattern : fallback(known, executor);
      notes.nameIsFinal = notes.threads.length > 0;
    }
    notes.name = name;
    return name;
  }

  private static boolean isCommon(PoolNotes notes) {
    return notes.threads.length > 0
        && notes.threads[0].getName().startsWith("ForkJoinPool.commonPool");
  }

  private static @Nullable String pattern(PoolNotes notes, Names names) {
    if (notes.threads.length == 0) {
      return null;
    }
    String folded = names.group(notes.threads[0].getName());
    return folded.equals("pool-#-thread-#")
            || folded.equals("ForkJoinPool-#-worker-#")
            || folded.equals("Thread-#")
        ? null
        : folded;
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
