package dev.snarl.observe.connections;

import static dev.snarl.observe.live.Places.integer;
import static dev.snarl.observe.live.Places.object;

import java.util.Locale;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import org.jspecify.annotations.Nullable;

/**
 * Agroal: an array of connections, each with a state, and callers that wait at a synchronizer of
 * its own, since 2.8 at a queue of the JDK's. Its count of those in use is kept only with its
 * metrics. It has no name.
 */
final class AgroalReader implements ConnectionReader {
  static final String POOL = "io.agroal.pool.ConnectionPool";

  @Override
  public String library() {
    return "Agroal";
  }

  @Override
  public @Nullable Counts read(Object pool) {
    Object settings = object(object(pool, "configuration"), "this$0");
    if (settings == null
        || !(object(object(pool, "allConnections"), "data") instanceof Object[] connections)) {
      return null;
    }
    int active = 0;
    int idle = 0;
    for (Object connection : connections) {
      String state = object(connection, "state") instanceof Enum<?> is ? is.name() : "";
      active += state.equals("CHECKED_OUT") ? 1 : 0;
      idle += state.equals("CHECKED_IN") ? 1 : 0;
    }
    return new Counts(
        active + idle,
        active,
        idle,
        integer(settings, "minSize"),
        integer(settings, "maxSize"),
        pending(pool));
  }

  /** Both count nodes, and take no lock. */
  private static int pending(Object pool) {
    return object(pool, "synchronizer") instanceof AbstractQueuedLongSynchronizer queue
        ? queue.getQueueLength()
        : object(pool, "handlerTransferQueue") instanceof LinkedTransferQueue<?> transfers
            ? transfers.getWaitingConsumerCount()
            : 0;
  }

  @Override
  public boolean exhausted(Throwable thrown) {
    String message = thrown.getMessage();
    return message != null && message.toLowerCase(Locale.ROOT).contains("acquisition timeout");
  }
}
