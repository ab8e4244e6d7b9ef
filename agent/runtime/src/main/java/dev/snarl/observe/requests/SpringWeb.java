package dev.snarl.observe.requests;

import dev.snarl.observe.live.Places;
import org.jspecify.annotations.Nullable;

/**
 * Reads the pattern that Spring MVC matched, an attribute of the servlet's request, which Spring
 * keeps in a thread-local while it handles it. The method is read of Tomcat's requests alone. The
 * observer's thread only.
 */
final class SpringWeb {
  static final String REQUEST = "org.springframework.web.context.request.ServletRequestAttributes";

  private static final String PATTERN =
      "org.springframework.web.servlet.HandlerMapping.bestMatchingPattern";
  private static final int RANK = 1;
  private static final int MOST_WRAPPERS = 16;

  private SpringWeb() {}

  static void read(Object attributes, Found found) {
    Object request = Places.object(attributes, "request");
    for (int i = 0; request != null && i < MOST_WRAPPERS; i++) {
      Object pattern = Maps.value(Places.object(request, "attributes"), PATTERN);
      if (pattern != null) {
        found.route(RANK, method(request), pattern);
        return;
      }
      request = Places.object(request, "request");
    }
  }

  private static @Nullable Object method(Object request) {
    Object received = Places.object(request, "coyoteRequest");
    Object text = Places.object(Places.object(received, "methodMB"), "strValue");
    return text == null ? Places.object(received, "method") : text;
  }
}
