package dev.snarl.observe;

import static dev.snarl.observe.ConnectionReader.count;
import static dev.snarl.observe.ConnectionReader.field;
import static dev.snarl.observe.ConnectionReader.number;

import dev.snarl.snapshot.Connector;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Where Tomcat takes connections: counted by a latch, served by threads of its executor. */
final class TomcatEndpoint {

  private TomcatEndpoint() {}

  /** One that was to be any free port stands in the name alone, behind the last dash. */
  private static int port(Object endpoint, String name) {
    int port = number(endpoint, "port");
    String end = name.substring(name.lastIndexOf('-') + 1);
    return port == 0 && end.matches("[0-9]{1,5}") ? Integer.parseInt(end) : port;
  }

  /** Null for one that was not started or has stopped. */
  static @Nullable Connector read(Object endpoint, Function<Object, @Nullable Known> poolOf) {
    Object executor = field(endpoint, "executor");
    Object acceptor = field(endpoint, "acceptor");
    if (!(field(endpoint, "name") instanceof String name) || executor == null || acceptor == null) {
      return null;
    }
    Object latch = field(endpoint, "connectionLimitLatch");
    Known pool = poolOf.apply(executor);
    LibraryPool reader = LibraryPools.of(executor);
    return new Connector(
        Names.cut(name),
        port(endpoint, name),
        latch == null ? -1 : count(field(latch, "count")),
        latch == null ? -1 : Places.number(latch, "limit"),
        number(endpoint, "acceptCount"),
        pool == null ? -1 : pool.notes.active,
        pool == null ? -1 : pool.notes.size,
        reader == null ? -1 : reader.max(executor));
  }
}
