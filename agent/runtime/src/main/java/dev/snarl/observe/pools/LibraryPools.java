package dev.snarl.observe.pools;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.Places;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.SnarlPoolLens;
import org.jspecify.annotations.Nullable;

/**
 * Knows the executors of libraries by the names of their classes. What was found for a class is
 * kept for as long as the class lives.
 */
public final class LibraryPools {

  private static final String TOMCAT = "org.apache.tomcat.util.threads.";
  private static final String JETTY = "org.eclipse.jetty.util.thread.QueuedThreadPool";

  private static final String JBOSS = "org.jboss.threads.EnhancedQueueExecutor";

  private static final Map<Class<?>, Optional<LibraryPool>> KNOWN = new WeakHashMap<>();

  private LibraryPools() {}

  /** How to read this executor; null for one of the JDK or of nobody known. */
  public static @Nullable LibraryPool of(Object executor) {
    if (JdkCalls.jdks(executor)) {
      return null;
    }
    Class<?> type = executor.getClass();
    synchronized (KNOWN) {
      Optional<LibraryPool> known = KNOWN.get(type);
      if (known == null) {
        known = Optional.ofNullable(find(type));
        KNOWN.put(type, known);
      }
      return known.orElse(null);
    }
  }

  private static @Nullable LibraryPool find(Class<?> type) {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      String name = at.getName();
      if (name.equals(TOMCAT + "ThreadPoolExecutor")) {
        return TomcatPool.of(at);
      }
      if (name.equals(TOMCAT + "VirtualThreadExecutor")
          || name.equals("org.springframework.core.task.SimpleAsyncTaskExecutor")) {
        return new ThreadsOfTasks(at);
      }
      if (name.equals(JETTY)) {
        return new JettyPool(at);
      }
      if (name.equals(JBOSS)) {
        return new EnhancedQueuePool(at);
      }
      if (name.equals("io.netty.util.concurrent.MultithreadEventExecutorGroup")) {
        return new NettyLoops(at);
      }
    }
    return null;
  }

  /** The library's executor whose worker the thread is, or null. */
  static @Nullable Object executorOf(Thread thread) {
    Object worker = SnarlPoolLens.target(thread);
    if (worker != null && worker.getClass().getName().startsWith(TOMCAT + "TaskThread$")) {
      worker = Places.object(worker, "wrappedRunnable");
    }
    if (worker == null) {
      return null;
    }
    String type = worker.getClass().getName();
    return type.equals(TOMCAT + "ThreadPoolExecutor$Worker")
            || type.startsWith(JETTY + '$')
            || type.equals(JBOSS + "$ThreadBody")
        ? Places.object(worker, "this$0")
        : null;
  }
}
