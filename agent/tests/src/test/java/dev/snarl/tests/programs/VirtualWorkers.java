package dev.snarl.tests.programs;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/** Two pools of two workers that sleep: platform threads, and virtual ones by a factory of them. */
public final class VirtualWorkers {
  private VirtualWorkers() {}

  public static void main(String[] args) throws Exception {
    ExecutorService platform = Executors.newFixedThreadPool(2, named("platform-worker"));
    ExecutorService virtual = Executors.newFixedThreadPool(2, virtual("virtual-worker-"));
    for (ExecutorService pool : new ExecutorService[] {platform, virtual}) {
      pool.execute(VirtualWorkers::sleeps);
      pool.execute(VirtualWorkers::sleeps);
    }
    Hello.awaitEnd();
    System.exit(0);
  }

  private static void sleeps() {
    try {
      Thread.sleep(3_600_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static ThreadFactory named(String name) {
    return task -> new Thread(task, name);
  }

  /** By reflection, since it is compiled for 17. */
  private static ThreadFactory virtual(String prefix) throws ReflectiveOperationException {
    Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
    Class<?> type = Class.forName("java.lang.Thread$Builder");
    Object started = type.getMethod("name", String.class, long.class).invoke(builder, prefix, 0L);
    return (ThreadFactory) type.getMethod("factory").invoke(started);
  }
}
