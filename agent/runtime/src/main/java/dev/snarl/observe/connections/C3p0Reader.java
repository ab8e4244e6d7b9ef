package dev.snarl.observe.connections;

import static dev.snarl.observe.live.Places.flag;
import static dev.snarl.observe.live.Places.integer;
import static dev.snarl.observe.live.Places.object;

import org.jspecify.annotations.Nullable;

/**
 * c3p0: a map of all connections, and a list of those that nobody uses. Their sizes are read from
 * fields, since the pool's monitor guards them. It has no name.
 */
final class C3p0Reader implements ConnectionReader {
  static final String POOL = "com.mchange.v2.resourcepool.BasicResourcePool";

  @Override
  public String library() {
    return "c3p0";
  }

  @Override
  public @Nullable Counts read(Object pool) {
    if (flag(pool, "broken")) {
      return null;
    }
    int size = Math.max(0, integer(object(pool, "managed"), "size"));
    int idle = Math.max(0, Math.min(size, integer(object(pool, "unused"), "size")));
    return new Counts(
        size,
        size - idle,
        idle,
        integer(pool, "min"),
        integer(pool, "max"),
        Math.max(0, integer(object(object(pool, "acquireWaiters"), "map"), "size")));
  }

  @Override
  public boolean exhausted(Throwable thrown) {
    return thrown.getClass().getName().equals("com.mchange.v2.resourcepool.TimeoutException");
  }
}
