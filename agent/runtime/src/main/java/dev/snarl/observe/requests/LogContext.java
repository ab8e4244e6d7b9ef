package dev.snarl.observe.requests;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the trace id that log lines are to carry, from the mapped diagnostic context of Logback or
 * Log4j: a map in a thread-local. Its class is the JDK's, so any such map with one of these keys
 * counts. The observer's thread only.
 */
final class LogContext {
  private static final int RANK = 1;

  private static final List<String> KEYS =
      List.of("traceId", "trace_id", "trace.id", "X-B3-TraceId", "dd.trace_id");

  private LogContext() {}

  static void read(Object value, Found found) {
    for (String key : KEYS) {
      @Nullable Object id = Maps.value(value, key);
      if (id != null) {
        found.trace(RANK, id);
      }
    }
  }
}
