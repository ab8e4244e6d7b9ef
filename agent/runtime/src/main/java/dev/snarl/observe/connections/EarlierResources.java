package dev.snarl.observe.connections;

import static dev.snarl.observe.live.Places.object;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.SnarlPoolLens;
import java.util.concurrent.SnarlQueueLens;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/**
 * Finds pools of connections and endpoints that were built before the agent came, from the threads
 * that they keep: HikariCP's housekeeper, the cleaner of Tomcat's pool, Druid's creator, Tomcat's
 * acceptor. DBCP has none and is found when it first refuses.
 */
final class EarlierResources {

  private static final int TASKS = 64;

  private EarlierResources() {}

  static List<Object> of(Thread thread) {
    List<Object> found = new ArrayList<>();
    Object target = SnarlPoolLens.target(thread);
    String name = thread.getName();
    if (target != null
        && target.getClass().getName().equals("org.apache.tomcat.util.net.Acceptor")) {
      add(found, object(target, "endpoint"));
    } else if (thread.getClass().getName().equals(DruidReader.CREATOR)) {
      add(found, object(thread, "this$0"));
    } else if (name.startsWith("Tomcat JDBC Pool Cleaner")) {
      if (object(object(thread, "queue"), "queue") instanceof Object[] tasks) {
        for (Object task : tasks) {
          add(found, object(task, "pool") instanceof WeakReference<?> pool ? pool.get() : null);
        }
      }
    } else if (name.endsWith("housekeeper")
        && SnarlPoolLens.executorOf(thread) instanceof ThreadPoolExecutor pool) {
      Object[] tasks = new Object[TASKS];
      int n = SnarlQueueLens.copy(SnarlPoolLens.queue(pool), tasks);
      for (int i = 0; i < n; i++) {
        Object task = object(object(tasks[i], "callable"), "task");
        add(found, object(task, "this$0"));
      }
    }
    return found;
  }

  private static void add(List<Object> found, @Nullable Object object) {
    if (object != null && (ConnectionReader.of(object) != null || endpoint(object))) {
      found.add(object);
    }
  }

  private static boolean endpoint(Object object) {
    return object.getClass().getName().startsWith("org.apache.tomcat.util.net.");
  }
}
