package dev.snarl.observe.connections;

import static dev.snarl.observe.live.Places.flag;
import static dev.snarl.observe.live.Places.integer;
import static dev.snarl.observe.live.Places.object;

import org.jspecify.annotations.Nullable;

/** Alibaba's Druid: counters in the data source. */
final class DruidReader implements ConnectionReader {
  static final String POOL = "com.alibaba.druid.pool.DruidDataSource";

  /** A thread of each data source, which keeps it. */
  static final String CREATOR = POOL + "$CreateConnectionThread";

  @Override
  public String library() {
    return "Druid";
  }

  @Override
  public @Nullable String name(Object pool) {
    // Unless the application sets one, it has a hash code in it.
    return object(pool, "name") instanceof String name && !name.startsWith("DataSource-")
        ? name
        : null;
  }

  @Override
  public @Nullable Counts read(Object pool) {
    if (flag(pool, "closed")) {
      return null;
    }
    int active = Math.max(0, integer(pool, "activeCount"));
    int idle = Math.max(0, integer(pool, "poolingCount"));
    return new Counts(
        active + idle,
        active,
        idle,
        integer(pool, "minIdle"),
        integer(pool, "maxActive"),
        Math.max(0, integer(pool, "notEmptyWaitThreadCount")));
  }

  @Override
  public boolean exhausted(Throwable thrown) {
    return thrown
        .getClass()
        .getName()
        .equals("com.alibaba.druid.pool.GetConnectionTimeoutException");
  }
}
