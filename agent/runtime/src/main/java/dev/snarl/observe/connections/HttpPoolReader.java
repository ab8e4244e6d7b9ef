package dev.snarl.observe.connections;

import static dev.snarl.observe.live.Places.flag;
import static dev.snarl.observe.live.Places.integer;
import static dev.snarl.observe.live.Places.object;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.sites.Names;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The connection pools of Apache HttpClient 4 and 5, which have a limit for all connections and one
 * for each host: while callers wait, the host whose limit is used up is the one that counts. Their
 * collections are the JDK's, read without the pool's lock, so a size may be a moment old.
 */
final class HttpPoolReader implements ConnectionReader {

  @Override
  public String library() {
    return "Apache HttpClient";
  }

  @Override
  public boolean jdbc() {
    return false;
  }

  @Override
  public @Nullable Counts read(Object manager) {
    Object pool = object(manager, "pool");
    if (pool == null
        || flag(pool, "isShutDown")
        || (object(pool, "isShutDown") instanceof AtomicBoolean down && down.get())
        || !(object(pool, "routeToPool") instanceof Map<?, ?> routes)) {
      return null;
    }
    int pending = size(pool, "pending", "leasingRequests", "pendingRequests");
    int active = size(pool, "leased");
    int idle = size(pool, "available");
    int max = integer(pool, "maxTotal");
    try {
      if (max == 0) {
        return ofRoutes(routes);
      }
      Counts busiest = pending == 0 || active >= max ? null : busiest(pool, routes);
      return busiest == null ? new Counts(active + idle, active, idle, 0, max, pending) : busiest;
    } catch (RuntimeException changing) { // as ConcurrentModificationException: no lock is held
      return new Counts(active + idle, active, idle, 0, max, pending);
    }
  }

  /** The host whose limit is used up and for which most wait, if there is one. */
  private static @Nullable Counts busiest(Object pool, Map<?, ?> routes) {
    Counts busiest = null;
    int most = 0;
    Map<String, Integer> waiters = waiters(pool);
    for (Map.Entry<?, ?> entry : routes.entrySet()) {
      Object one = entry.getValue();
      int active = size(one, "leased");
      int idle = size(one, "available");
      int limit = limit(pool, entry.getKey());
      String host = host(entry.getKey());
      int waiting = host == null ? 0 : waiters.getOrDefault(host, size(one, "pending"));
      if (active >= limit && waiting > most) {
        most = waiting;
        busiest = new Counts(active + idle, active, idle, 0, limit, waiting, host);
      }
    }
    return busiest;
  }

  /** Of version 5, whose pool has one list of them for all hosts. */
  private static Map<String, Integer> waiters(Object pool) {
    Map<String, Integer> waiters = new HashMap<>();
    for (String field : new String[] {"leasingRequests", "pendingRequests"}) {
      if (object(pool, field) instanceof LinkedList<?> requests) {
        for (Object request : requests) {
          String host = host(object(request, "route"));
          if (host != null) {
            waiters.merge(host, 1, Integer::sum);
          }
        }
      }
    }
    return waiters;
  }

  /** Equal routes may be several objects; their hosts say the same. */
  private static int limit(Object pool, @Nullable Object route) {
    String host = host(route);
    if (host != null && object(pool, "maxPerRoute") instanceof Map<?, ?> limits) {
      for (Map.Entry<?, ?> own : limits.entrySet()) {
        if (own.getValue() instanceof Integer limit && host.equals(host(own.getKey()))) {
          return limit;
        }
      }
    }
    return integer(pool, "defaultMaxPerRoute");
  }

  /** A pool that has limits for hosts alone. */
  private static Counts ofRoutes(Map<?, ?> routes) {
    Counts most = new Counts(0, 0, 0, 0, 0, 0);
    for (Map.Entry<?, ?> entry : routes.entrySet()) {
      Object one = entry.getValue();
      int active = size(one, "leased");
      int idle = size(one, "available");
      Counts counts =
          new Counts(
              active + idle,
              active,
              idle,
              0,
              integer(one, "max"),
              size(one, "pending"),
              host(entry.getKey()));
      if (counts.pending() > most.pending()
          || (counts.pending() == most.pending() && active >= most.active())) {
        most = counts;
      }
    }
    return most;
  }

  private static int size(@Nullable Object holder, String... fields) {
    for (String field : fields) {
      Object all = object(holder, field);
      if (all instanceof Collection<?> some && JdkCalls.jdks(all)) {
        return some.size();
      }
      if (all instanceof Map<?, ?> some && JdkCalls.jdks(all)) {
        return some.size();
      }
    }
    return 0;
  }

  /** From the fields of a route; what it says of itself is the library's code. */
  private static @Nullable String host(@Nullable Object route) {
    Object target = object(route, "targetHost");
    Object host = object(target, "host") == null ? target : object(target, "host");
    Object name =
        object(host, "hostname") == null ? object(host, "name") : object(host, "hostname");
    int port = integer(host, "port");
    return name instanceof String text ? Names.cut(port > 0 ? text + ':' + port : text) : null;
  }

  @Override
  public boolean exhausted(Throwable thrown) {
    return thrown instanceof TimeoutException
        || thrown
            .getClass()
            .getName()
            .equals("org.apache.http.conn.ConnectionPoolTimeoutException");
  }
}
