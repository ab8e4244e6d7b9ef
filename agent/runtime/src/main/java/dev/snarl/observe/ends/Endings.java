package dev.snarl.observe.ends;

import dev.snarl.observe.live.Places;
import dev.snarl.observe.sites.Sites;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.SnarlLens;
import java.util.concurrent.SnarlPoolLens;
import org.jspecify.annotations.Nullable;

/** What the application has the JVM call when it, or a thread, ends. Reads fields. */
final class Endings {
  private Endings() {}

  /** The tasks of shutdown hooks, and handlers of exceptions that nobody catches. */
  static List<Object> of(AllStacks threads) {
    List<Object> all = new ArrayList<>();
    if (hooks() instanceof Object[] threadsAndValues) {
      for (Object each : threadsAndValues) {
        if (each instanceof Thread hook) {
          Object target = SnarlPoolLens.target(hook);
          add(target == null ? hook : target, all);
        }
      }
    }
    add(Thread.getDefaultUncaughtExceptionHandler(), all);
    for (Map.Entry<Thread, ?> each : threads.all()) {
      add(Places.object(each.getKey(), "uncaughtExceptionHandler"), all);
    }
    return all;
  }

  private static void add(@Nullable Object task, List<Object> all) {
    if (task != null && !Sites.jdk(task.getClass().getName())) {
      all.add(task);
    }
  }

  /** Null where the JVM keeps them elsewhere, or is ending. */
  private static @Nullable Object hooks() {
    try {
      Class<?> type = Class.forName("java.lang.ApplicationShutdownHooks", false, null);
      return Places.object(SnarlLens.constant(type, "hooks"), "table");
    } catch (ClassNotFoundException e) {
      return null;
    }
  }
}
