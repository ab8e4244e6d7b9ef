package dev.snarl.observe.connections;

import static dev.snarl.observe.connections.ConnectionReader.count;
import static dev.snarl.observe.live.Places.flag;
import static dev.snarl.observe.live.Places.integer;
import static dev.snarl.observe.live.Places.object;

import java.util.concurrent.SnarlQueueLens;
import org.jspecify.annotations.Nullable;

/** Tomcat's pool of database connections: two queues and two counters. */
final class TomcatJdbcReader implements ConnectionReader {

  @Override
  public String library() {
    return "Tomcat JDBC";
  }

  @Override
  public @Nullable String name(Object pool) {
    // Unless the application sets one, it has a count and the time in it.
    return object(object(pool, "poolProperties"), "name") instanceof String name
            && !name.startsWith("Tomcat Connection Pool[")
        ? name
        : null;
  }

  @Override
  public @Nullable Counts read(Object pool) {
    Object properties = object(pool, "poolProperties");
    Object busy = object(pool, "busy");
    if (properties == null || busy == null || flag(pool, "closed")) {
      return null;
    }
    int size = Math.max(0, count(object(pool, "size")));
    int active = Math.max(0, SnarlQueueLens.length(busy));
    return new Counts(
        size,
        Math.min(active, size),
        Math.max(0, size - active),
        integer(properties, "minIdle"),
        integer(properties, "maxActive"),
        Math.max(0, count(object(pool, "waitcount"))));
  }

  @Override
  public boolean exhausted(Throwable thrown) {
    return thrown.getClass().getName().equals("org.apache.tomcat.jdbc.pool.PoolExhaustedException");
  }
}
