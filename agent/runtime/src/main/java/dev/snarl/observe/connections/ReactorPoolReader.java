package dev.snarl.observe.connections;

import static dev.snarl.observe.live.Places.integer;
import static dev.snarl.observe.live.Places.object;

import dev.snarl.observe.live.JdkCalls;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * The pool of Reactor, on which R2DBC's is built, and Reactor Netty's copy of it, one for each
 * address: counters in fields of their own. Nobody's thread waits there, so there is no line but
 * that which made it.
 */
final class ReactorPoolReader implements ConnectionReader {
  static final String POOL = "reactor.pool.SimpleDequePool";
  static final String COPY = "reactor.netty.internal.shaded." + POOL;

  private final boolean netty;

  ReactorPoolReader(boolean netty) {
    this.netty = netty;
  }

  @Override
  public String library() {
    return netty ? "Reactor Netty" : "Reactor Pool";
  }

  @Override
  public boolean jdbc() {
    return false;
  }

  @Override
  public @Nullable Counts read(Object pool) {
    if (object(pool, "idleResources") == null) {
      return null; // disposed of
    }
    Object sizes = object(object(pool, "poolConfig"), "allocationStrategy");
    Object inner = object(sizes, "delegate");
    sizes = inner == null ? sizes : inner;
    int acquired = Math.max(0, integer(pool, "acquired"));
    int idle = Math.max(0, integer(pool, "idleSize"));
    int max = integer(sizes, "max");
    return new Counts(
        acquired + idle,
        acquired,
        idle,
        integer(sizes, "min"),
        max <= 0 ? Integer.MAX_VALUE : max,
        Math.max(0, integer(pool, "pendingSize")));
  }

  @Override
  public @Nullable Collection<?> waiting(Object pool) {
    return object(pool, "pending") instanceof Collection<?> all && JdkCalls.jdks(all) ? all : null;
  }

  @Override
  public boolean exhausted(Throwable thrown) {
    return false; // a subscriber gets it
  }
}
