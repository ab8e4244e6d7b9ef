package dev.snarl.observe.connections;

import static dev.snarl.observe.connections.ConnectionReader.count;
import static dev.snarl.observe.live.Places.flag;
import static dev.snarl.observe.live.Places.integer;
import static dev.snarl.observe.live.Places.object;

import dev.snarl.observe.live.JdkCalls;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Netty's pool of channels to one address with a limit: counters, and the idle ones in a deque. */
final class NettyPoolReader implements ConnectionReader {
  static final String POOL = "io.netty.channel.pool.FixedChannelPool";

  @Override
  public String library() {
    return "Netty";
  }

  @Override
  public boolean jdbc() {
    return false;
  }

  @Override
  public @Nullable Counts read(Object pool) {
    if (flag(pool, "closed")) {
      return null;
    }
    int acquired = Math.max(0, count(object(pool, "acquiredChannelCount")));
    Object deque = object(pool, "deque");
    int idle = deque instanceof Collection<?> all && JdkCalls.jdks(all) ? all.size() : 0;
    return new Counts(
        acquired + idle,
        acquired,
        idle,
        0,
        integer(pool, "maxConnections"),
        Math.max(0, integer(pool, "pendingAcquireCount")));
  }

  @Override
  public @Nullable Collection<?> waiting(Object pool) {
    return object(pool, "pendingAcquireQueue") instanceof Collection<?> all && JdkCalls.jdks(all)
        ? all
        : null;
  }

  @Override
  public boolean exhausted(Throwable thrown) {
    return false; // a listener gets it
  }
}
