package dev.snarl.observe;

import static dev.snarl.observe.Places.flag;
import static dev.snarl.observe.Places.integer;
import static dev.snarl.observe.Places.object;

import java.util.Collection;
import java.util.ConcurrentModificationException;
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
  public @Nullable String name(Object manager) {
    return null;
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
      Counts busiest = pending == 0 || active >= max ? null : busiest(pool, routes, pending);
      return busiest == null ? new Counts(active + idle, active, idle, 0, max, pending) : busiest;
    } catch (ConcurrentModificationException changing) {
      return new Counts(active + idle, active, idle, 0, max, pending);
    }
  }

  /** The host whose limit is used up, if there is one. */
  private static @Nullable Counts busiest(Object pool, Map<?, ?> routes, int pending) {
    Counts busiest = null;
    for (Map.Entry<?, ?> entry : routes.entrySet()) {
      Object route = entry.getKey();
      int active = size(entry.getValue(), "leased");
      int idle = size(entry.getValue(), "available");
      int limit = integer(pool, "defaultMaxPerRoute");
      if (object(pool, "maxPerRoute") instanceof Map<?, ?> limits) {
        for (Map.Entry<?, ?> own : limits.entrySet()) {
          limit = own.getKey() == route && own.getValue() instanceof Integer n ? n : limit;
        }
      }
      if (active >= limit && (busiest == null || active > busiest.active())) {
        busiest = new Counts(active + idle, active, idle, 0, limit, pending, host(route));
      }
    }
    return busiest;
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
