package dev.snarl.observe.requests;

import dev.snarl.observe.live.Places;
import org.jspecify.annotations.Nullable;

/**
 * Reads the context of OpenTelemetry, of the application's own API or of the copy in its agent: the
 * trace id of the current span, and the route of the server's span, which the context holds beside
 * its descendants only if an instrumentation library put it there. The observer's thread only.
 */
final class OpenTelemetry {
  static final String CONTEXT = "io.opentelemetry.context.ArrayBasedContext";

  private static final int RANK = 3;
  private static final int MOST = 64;
  private static final int MOST_ATTRIBUTES = 256;

  private OpenTelemetry() {}

  static void read(Object context, Found found) {
    if (!(Places.object(context, "entries") instanceof Object[] entries)) {
      return;
    }
    Object method = null;
    Object route = null;
    for (int i = 0; i + 1 < Math.min(entries.length, 2 * MOST); i += 2) {
      Object value = entries[i + 1];
      if ("opentelemetry-trace-span-key".equals(Places.object(entries[i], "name"))) {
        found.trace(RANK, Places.object(spanContext(value), "traceId"));
      }
      String type = value == null ? "" : value.getClass().getName();
      if (type.endsWith("HttpRouteState")) {
        method = or(method, Places.object(value, "method"));
        route = or(route, Places.object(value, "route"));
      } else if (type.endsWith(".SdkSpan") && serves(value)) {
        // Only attributes: the name of a span may hold the path of one request.
        Object attributes = Places.object(value, "attributes");
        method = or(method, attribute(attributes, "http.request.method"));
        method = or(method, attribute(attributes, "http.method"));
        route = or(route, attribute(attributes, "http.route"));
      }
    }
    found.route(RANK, method, route);
  }

  private static @Nullable Object or(@Nullable Object known, @Nullable Object other) {
    return known == null ? other : known;
  }

  private static boolean serves(@Nullable Object span) {
    return Places.object(span, "kind") instanceof Enum<?> kind && kind.name().equals("SERVER");
  }

  private static @Nullable Object spanContext(@Nullable Object span) {
    Object recorded = Places.object(span, "context");
    return recorded == null ? Places.object(span, "spanContext") : recorded;
  }

  /** Its keys have hash codes of their own. */
  private static @Nullable Object attribute(@Nullable Object attributes, String name) {
    if (Places.object(attributes, "table") instanceof Object[] table) {
      for (int i = 0; i < Math.min(table.length, MOST_ATTRIBUTES); i++) {
        Object node = table[i];
        for (int j = 0; node != null && j < MOST; j++) {
          if (name.equals(Places.object(Places.object(node, "key"), "key"))) {
            return Places.object(node, "value");
          }
          node = Places.object(node, "next");
        }
      }
    }
    return null;
  }
}
