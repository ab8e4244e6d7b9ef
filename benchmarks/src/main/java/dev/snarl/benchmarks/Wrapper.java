package dev.snarl.benchmarks;

import io.micrometer.core.instrument.binder.jvm.ExecutorServiceMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * What is put around an executor in the source, where others are agents: nothing, or Micrometer's
 * timing wrapper with its cheapest registry.
 */
public enum Wrapper {
  NONE,
  MICROMETER;

  ExecutorService pool(int workers) {
    ExecutorService pool =
        new ThreadPoolExecutor(
            workers, workers, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<Runnable>());
    return this == NONE
        ? pool
        : ExecutorServiceMetrics.monitor(new SimpleMeterRegistry(), pool, "pool");
  }

  ScheduledExecutorService scheduled(int workers) {
    ScheduledExecutorService pool = new ScheduledThreadPoolExecutor(workers);
    return this == NONE
        ? pool
        : ExecutorServiceMetrics.monitor(new SimpleMeterRegistry(), pool, "scheduled");
  }
}
