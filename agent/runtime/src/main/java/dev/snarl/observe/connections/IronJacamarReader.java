package dev.snarl.observe.connections;

import static dev.snarl.observe.connections.ConnectionReader.count;
import static dev.snarl.observe.live.Places.integer;
import static dev.snarl.observe.live.Places.object;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** IronJacamar: counters, and a semaphore of the pool around it, at which callers wait. */
final class IronJacamarReader implements ConnectionReader {
  static final String POOL =
      "org.jboss.jca.core.connectionmanager.pool.mcp.SemaphoreConcurrentLinkedDequeManagedConnectionPool";

  /** The key of the message that there was none within the blocking timeout. */
  private static final String NONE = "IJ000655";

  @Override
  public String library() {
    return "IronJacamar";
  }

  @Override
  public @Nullable String name(Object pool) {
    return object(object(pool, "pool"), "poolName") instanceof String name ? name : null;
  }

  @Override
  public @Nullable Counts read(Object pool) {
    Object around = object(pool, "pool");
    if (around == null
        || (object(around, "shutdown") instanceof AtomicBoolean shutdown && shutdown.get())) {
      return null;
    }
    int size = Math.max(0, count(object(pool, "poolSize")));
    int active = Math.max(0, Math.min(size, count(object(pool, "checkedOutSize"))));
    return new Counts(
        size,
        active,
        size - active,
        count(object(object(pool, "poolConfiguration"), "minSize")),
        integer(pool, "maxSize"),
        object(around, "permits") instanceof Semaphore permits ? permits.getQueueLength() : 0);
  }

  @Override
  public boolean exhausted(Throwable thrown) {
    String message = thrown.getMessage();
    return message != null && message.startsWith(NONE);
  }
}
