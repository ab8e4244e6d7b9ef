package dev.snarl.observe.connections;

import static dev.snarl.observe.live.Places.flag;
import static dev.snarl.observe.live.Places.integer;
import static dev.snarl.observe.live.Places.object;

import dev.snarl.observe.live.JdkCalls;
import java.util.Collection;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * MongoDB's driver: a permit for each connection that is in use, of a semaphore, since 4.4 of its
 * own, whose callers wait at a condition.
 */
final class MongoReader implements ConnectionReader {
  static final String POOL = "com.mongodb.internal.connection.DefaultConnectionPool";

  /** As many callers are counted at most, since they come and go meanwhile. */
  private static final int MOST_PENDING = 10_000;

  @Override
  public String library() {
    return "MongoDB";
  }

  @Override
  public @Nullable String name(Object pool) {
    Object address = object(object(pool, "serverId"), "address");
    return object(address, "host") instanceof String host
        ? host + ':' + integer(address, "port")
        : null;
  }

  @Override
  public @Nullable Counts read(Object pool) {
    Object connections = object(pool, "pool");
    Object permits = object(connections, "permits");
    Object own = object(connections, "stateAndPermits");
    if (flag(connections, "closed") || flag(own, "closed")) {
      return null;
    }
    int max = integer(connections, "maxSize");
    int left = permits instanceof Semaphore all ? all.availablePermits() : integer(own, "permits");
    int active = Math.max(0, max - left);
    Object available = object(connections, "available");
    int idle = available instanceof Collection<?> all && JdkCalls.jdks(all) ? all.size() : 0;
    return new Counts(
        active + idle,
        active,
        idle,
        integer(object(pool, "settings"), "minSize"),
        max,
        permits instanceof Semaphore all ? all.getQueueLength() : pending(own));
  }

  /** The nodes of the condition: its own estimate came with 4.5 and went with 5.3. */
  private static int pending(@Nullable Object own) {
    int nodes = 0;
    Object node = object(object(own, "permitAvailableOrClosedOrPausedCondition"), "firstWaiter");
    while (node != null && nodes < MOST_PENDING) {
      nodes++;
      node = object(node, "nextWaiter");
    }
    return nodes;
  }

  @Override
  public boolean exhausted(Throwable thrown) {
    return thrown.getClass().getName().equals("com.mongodb.MongoTimeoutException");
  }
}
