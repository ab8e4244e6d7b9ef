package dev.snarl.observe.live;

import dev.snarl.snapshot.Snapshot.Environment;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.SnarlLens;

/** Facts of this JVM. The observer's thread only. */
public final class Machine {

  private Machine() {}

  public static Environment now(long observedNanos) {
    Runtime runtime = Runtime.getRuntime();
    int processors = runtime.availableProcessors();
    return new Environment(
        Runtime.version().feature(),
        processors,
        commonParallelism(processors),
        runtime.maxMemory(),
        runtime.totalMemory() - runtime.freeMemory(),
        observedNanos);
  }

  /** As the JDK computes it; asking the pool would initialise it before the application does. */
  private static int commonParallelism(int processors) {
    if (SnarlLens.initialised(ForkJoinPool.class)) {
      return ForkJoinPool.getCommonPoolParallelism();
    }
    Integer set = Integer.getInteger("java.util.concurrent.ForkJoinPool.common.parallelism");
    return set != null && set >= 0 ? set : Math.max(1, processors - 1);
  }

  /**
   * CPU time of the calling thread, the observer, which does nearly all of the agent's work; 0 in
   * an image without java.management.
   */
  public static long agentCpuNanos() {
    try {
      return CpuTimes.SUPPORTED ? CpuTimes.BEAN.getCurrentThreadCpuTime() : 0;
    } catch (LinkageError noSuchModule) {
      return 0;
    }
  }

  /** Looked up once, by the first who asks, long after main: each look-up makes lists. */
  private static final class CpuTimes {
    static final ThreadMXBean BEAN = ManagementFactory.getThreadMXBean();
    static final boolean SUPPORTED = BEAN.isCurrentThreadCpuTimeSupported();
  }
}
