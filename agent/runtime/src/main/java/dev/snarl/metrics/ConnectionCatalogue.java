package dev.snarl.metrics;

import static dev.snarl.metrics.HostCatalogue.PART;
import static dev.snarl.metrics.Metric.Type.COUNTER;
import static dev.snarl.metrics.Metric.Type.GAUGE;

import dev.snarl.metrics.Catalogue.Entry;
import dev.snarl.snapshot.ConnectionPool;
import dev.snarl.snapshot.Connector;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The metrics of connection pools and of Tomcat's connectors; a part of {@link Catalogue}. The
 * names and labels are those of HikariCP's and Spring Boot's own meters and of Micrometer's for
 * Tomcat.
 */
final class ConnectionCatalogue {
  private static final String HIKARI = "HikariCP";

  private ConnectionCatalogue() {}

  static List<Entry> entries() {
    return List.of(
        hikari("hikaricp_connections", "Connections of a pool of HikariCP", ConnectionPool::size),
        hikari("hikaricp_connections_active", "Those in use", ConnectionPool::active),
        hikari("hikaricp_connections_idle", "Those that are free", ConnectionPool::idle),
        hikari("hikaricp_connections_max", "Most connections", ConnectionPool::max),
        hikari(
            "hikaricp_connections_min", "Connections that it keeps at least", ConnectionPool::min),
        hikari(
            "hikaricp_connections_pending", "Threads that wait for one", ConnectionPool::pending),
        PART.entry(
            "hikaricp_connections_timeout_total",
            COUNTER,
            "timeouts",
            List.of("pool"),
            "Callers that got none in time",
            (host, series) ->
                host.connectionPools().stream()
                    .filter(pool -> pool.library().equals(HIKARI))
                    .forEach(pool -> series.add(pool.timeouts(), pool.name()))),
        jdbc("jdbc_connections_active", "Connections of a pool in use", ConnectionPool::active),
        jdbc("jdbc_connections_idle", "Those that are free", ConnectionPool::idle),
        jdbc(
            "jdbc_connections_max",
            "Most connections; absent without a limit",
            ConnectionPool::max),
        jdbc("jdbc_connections_min", "Connections that it keeps at least", ConnectionPool::min),
        PART.entry(
            "snarl_connection_pool_pending_threads",
            GAUGE,
            "threads",
            List.of("pool"),
            "Threads that wait for a connection, of whichever library",
            (host, series) ->
                host.connectionPools().forEach(pool -> series.add(pool.pending(), pool.name()))),
        PART.entry(
            "snarl_connection_pool_timeouts_total",
            COUNTER,
            "timeouts",
            List.of("pool"),
            "Callers that got none",
            (host, series) ->
                host.connectionPools().forEach(pool -> series.add(pool.timeouts(), pool.name()))),
        tomcat(
            "tomcat_connections_current_connections",
            "connections",
            "Connections that Tomcat has accepted and not closed",
            Connector::connections),
        tomcat(
            "tomcat_connections_config_max_connections",
            "connections",
            "Most of them",
            Connector::maxConnections),
        tomcat(
            "tomcat_threads_busy_threads",
            "threads",
            "Threads that serve a request",
            Connector::busy),
        tomcat(
            "tomcat_threads_current_threads",
            "threads",
            "Threads of the connector",
            Connector::threads),
        tomcat(
            "tomcat_threads_config_max_threads", "threads", "Most of them", Connector::maxThreads),
        tomcat(
            "snarl_tomcat_accept_count_connections",
            "connections",
            "Connections that may wait in the kernel to be accepted",
            Connector::acceptCount));
  }

  private static Entry hikari(String name, String help, ToLongFunction<ConnectionPool> value) {
    return PART.entry(
        name,
        GAUGE,
        "connections",
        List.of("pool"),
        help,
        (host, series) ->
            host.connectionPools().stream()
                .filter(pool -> pool.library().equals(HIKARI))
                .forEach(pool -> series.add(value.applyAsLong(pool), pool.name())));
  }

  private static Entry jdbc(String name, String help, ToLongFunction<ConnectionPool> value) {
    return PART.entry(
        name,
        GAUGE,
        "connections",
        List.of("name"),
        help,
        (host, series) ->
            host.connectionPools().stream()
                .filter(ConnectionPool::jdbc)
                .filter(pool -> value.applyAsLong(pool) != Integer.MAX_VALUE)
                .forEach(pool -> series.add(value.applyAsLong(pool), pool.name())));
  }

  private static Entry tomcat(
      String name, String unit, String help, ToLongFunction<Connector> value) {
    return PART.entry(
        name,
        GAUGE,
        unit,
        List.of("name"),
        help,
        (host, series) ->
            host.connectors().stream()
                .filter(connector -> value.applyAsLong(connector) >= 0)
                .forEach(connector -> series.add(value.applyAsLong(connector), connector.name())));
  }
}
