package dev.snarl.observe.connections;

import static dev.snarl.observe.connections.ConnectionReader.count;
import static dev.snarl.observe.live.Places.integer;
import static dev.snarl.observe.live.Places.object;

import dev.snarl.observe.live.Places;
import dev.snarl.observe.pools.Known;
import dev.snarl.observe.pools.PoolType;
import dev.snarl.observe.pools.PoolTypes;
import dev.snarl.observe.sites.Names;
import dev.snarl.snapshot.Connector;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Where Tomcat takes connections: counted by a latch, served by threads of its executor. */
final class TomcatEndpoint {

  private TomcatEndpoint() {}

  /** One that was to be any free port stands in the name alone, behind the last dash. */
  private static int port(Object endpoint, String name) {
    int port = integer(endpoint, "port");
    String end = name.substring(name.lastIndexOf('-') + 1);
    return port == 0 && end.matches("[0-9]{1,5}") ? Integer.parseInt(end) : port;
  }

  /** Null for one that was not started or has stopped. */
  static @Nullable Connector read(Object endpoint, Function<Object, @Nullable Known> poolOf) {
    Object executor = object(endpoint, "executor");
    Object acceptor = object(endpoint, "acceptor");
    if (!(object(endpoint, "name") instanceof String name)
        || executor == null
        || acceptor == null) {
      return null;
    }
    Object latch = object(endpoint, "connectionLimitLatch");
    Known pool = poolOf.apply(executor);
    PoolType type = PoolTypes.ofLibrary(executor);
    return new Connector(
        Names.cut(name),
        port(endpoint, name),
        latch == null ? -1 : count(object(latch, "count")),
        latch == null ? -1 : Places.number(latch, "limit"),
        integer(endpoint, "acceptCount"),
        pool == null ? -1 : pool.notes.active,
        pool == null ? -1 : pool.notes.size,
        type == null ? -1 : type.max(executor));
  }
}
