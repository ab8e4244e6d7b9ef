package dev.snarl.observe.pools;

import dev.snarl.observe.live.Places;
import dev.snarl.snapshot.Pool;
import java.util.concurrent.SnarlLens;

/**
 * An executor that starts a thread for each task: Spring's simple one and Tomcat's for virtual
 * threads. It keeps no list of them; only a throttled one counts those that are running.
 */
final class ThreadsOfTasks implements PoolType {

  static final String TOMCAT = "org.apache.tomcat.util.threads.VirtualThreadExecutor";
  static final String SPRING = "org.springframework.core.task.SimpleAsyncTaskExecutor";

  private final long throttle;

  ThreadsOfTasks(Class<?> type) {
    this.throttle = SnarlLens.fieldOf(type, "concurrencyThrottle", Object.class);
  }

  @Override
  public Pool.Kind kind(Object executor) {
    return Pool.Kind.THREAD_PER_TASK;
  }

  private int throttle(Object executor, String field) {
    return Places.integer(SnarlLens.object(executor, throttle), field);
  }

  @Override
  public void look(Object executor, PoolNotes notes) {
    notes.size = Math.max(0, throttle(executor, "concurrencyCount"));
    notes.active = notes.size;
  }

  @Override
  public int core(Object executor, int size) {
    return 0;
  }

  @Override
  public int max(Object executor) {
    int limit = throttle(executor, "concurrencyLimit");
    return limit > 0 ? limit : Integer.MAX_VALUE;
  }
}
