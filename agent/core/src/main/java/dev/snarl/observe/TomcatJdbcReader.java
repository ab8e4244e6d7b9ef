package dev.snarl.observe;

import static dev.snarl.observe.ConnectionReader.count;
import static dev.snarl.observe.ConnectionReader.field;
import static dev.snarl.observe.ConnectionReader.flag;
import static dev.snarl.observe.ConnectionReader.number;

import java.util.concurrent.SnarlLens;
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
    return field(field(pool, "poolProperties"), "name") instanceof String name
            && !name.startsWith("Tomcat Connection Pool[")
        ? name
        : null;
  }

  @Override
  public @Nullable Counts read(Object pool) {
    Object properties = field(pool, "poolProperties");
    Object busy = field(pool, "busy");
    if (properties == null || busy == null || flag(pool, "closed")) {
      return null;
    }
    int size = Math.max(0, count(field(pool, "size")));
    int active = Math.max(0, SnarlLens.length(busy));
    return new Counts(
        size,
        Math.min(active, size),
        Math.max(0, size - active),
        number(properties, "minIdle"),
        number(properties, "maxActive"),
        Math.max(0, count(field(pool, "waitcount"))));
  }

  @Override
  public boolean exhausted(Throwable thrown) {
    return thrown.getClass().getName().equals("org.apache.tomcat.jdbc.pool.PoolExhaustedException");
  }
}
