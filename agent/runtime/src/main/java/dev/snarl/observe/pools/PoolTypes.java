package dev.snarl.observe.pools;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.Places;
import dev.snarl.snapshot.Pool;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.SnarlPoolLens;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/**
 * Knows executors: the JDK's by their type, those of libraries by the names of their classes. What
 * was found for a class is kept for as long as the class lives.
 */
public final class PoolTypes {

  private static final PoolType THREAD_POOL = new JdkThreadPool();
  private static final PoolType FORK_JOIN = new JdkForkJoin();
  private static final PoolType THREAD_PER_TASK = new JdkThreadPerTask();
  private static final PoolType UNKNOWN = new Unknown();

  private static final Map<Class<?>, Optional<PoolType>> KNOWN = new WeakHashMap<>();

  private PoolTypes() {}

  /** How to read this executor. */
  public static PoolType of(Object executor) {
    if (executor instanceof ThreadPoolExecutor) {
      return THREAD_POOL;
    }
    if (executor instanceof ForkJoinPool) {
      return FORK_JOIN;
    }
    if (SnarlPoolLens.perTask(executor)) {
      return THREAD_PER_TASK;
    }
    PoolType library = ofLibrary(executor);
    return library == null ? UNKNOWN : library;
  }

  /** How to read an executor of a library; null for any other. */
  public static @Nullable PoolType ofLibrary(Object executor) {
    if (JdkCalls.jdks(executor)) {
      return null;
    }
    Class<?> type = executor.getClass();
    synchronized (KNOWN) {
      Optional<PoolType> known = KNOWN.get(type);
      if (known != null) {
        return known.orElse(null);
      }
    }
    PoolType found = find(type); // under no lock: it may call the class's loader
    synchronized (KNOWN) {
      KNOWN.put(type, Optional.ofNullable(found));
    }
    return found;
  }

  private static @Nullable PoolType find(Class<?> type) {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      switch (at.getName()) {
        case TomcatPool.NAME -> {
          return TomcatPool.of(at);
        }
        case ThreadsOfTasks.TOMCAT, ThreadsOfTasks.SPRING -> {
          return new ThreadsOfTasks(at);
        }
        case JettyPool.NAME -> {
          return new JettyPool(at);
        }
        case EnhancedQueuePool.NAME -> {
          return new EnhancedQueuePool(at);
        }
        case GrizzlyPool.NAME -> {
          return new GrizzlyPool();
        }
        case QuartzPool.NAME -> {
          return new QuartzPool();
        }
        case NettyLoops.NAME -> {
          return new NettyLoops(at);
        }
        default -> {
          PoolType limiter = Limiter.of(at);
          if (limiter != null) {
            return limiter;
          }
          PoolType declared = DeclaredPool.of(at);
          if (declared != null) {
            return declared;
          }
        }
      }
    }
    return null;
  }

  /** The library's executor whose worker the thread is, or null. */
  static @Nullable Object executorOf(Thread thread) {
    Object worker = TomcatPool.unwrapped(SnarlPoolLens.target(thread));
    if (worker == null) {
      return null;
    }
    String type = worker.getClass().getName();
    return type.equals(TomcatPool.WORKER)
            || type.startsWith(JettyPool.WORKERS)
            || type.startsWith(GrizzlyPool.WORKERS)
            || type.equals(EnhancedQueuePool.WORKER)
        ? Places.object(worker, "this$0")
        : null;
  }

  /** An executor that nobody knows how to read. */
  private static final class Unknown implements PoolType {

    @Override
    public Pool.@Nullable Kind kind(Object executor) {
      return null;
    }

    @Override
    public void look(Object executor, PoolNotes notes) {
      notes.size = 0;
      notes.active = 0;
    }
  }
}
