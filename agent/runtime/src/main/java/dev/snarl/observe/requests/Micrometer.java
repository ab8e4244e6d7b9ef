package dev.snarl.observe.requests;

import dev.snarl.observe.live.Places;
import org.jspecify.annotations.Nullable;

/**
 * Reads Micrometer's observations: the route of the current one or of the nearest one around it
 * that received a request. The URI of a client's observation is that of another process. The
 * observer's thread only.
 */
final class Micrometer {
  static final String SCOPE = "io.micrometer.observation.SimpleObservation$SimpleScope";

  private static final String RECEIVER = "io.micrometer.observation.transport.ReceiverContext";
  private static final int RANK = 2;
  private static final int MOST = 16;

  private Micrometer() {}

  static void read(Object scope, Found found) {
    Object context = Places.object(Places.object(scope, "currentObservation"), "context");
    for (int i = 0; context != null && i < MOST; i++) {
      if (receives(context.getClass())) {
        received(context, found);
      }
      context = Places.object(Places.object(context, "parentObservation"), "context");
    }
  }

  private static boolean receives(Class<?> type) {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      if (at.getName().equals(RECEIVER)) {
        return true;
      }
    }
    return false;
  }

  /** Spring sets the pattern when it has found the handler, and the key value only at the end. */
  private static void received(Object context, Found found) {
    Object values = Places.object(context, "lowCardinalityKeyValues");
    Object method = value(values, "method");
    method = method == null ? value(values, "http.request.method") : method;
    found.route(RANK, method, Places.object(context, "pathPattern"));
    found.route(RANK, method, value(values, "http.route"));
    found.route(RANK, method, value(values, "uri"));
  }

  private static @Nullable Object value(@Nullable Object values, String key) {
    return Places.object(Maps.value(values, key), "value");
  }
}
