package dev.snarl.jfr;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The only list of streamed events and their settings. A setting is never more permissive than in
 * the JDK's own {@code default.jfc}, except for safepoints and the compiler. A recording started
 * with that profile therefore holds the same as without the agent from its first moment; see {@link
 * Tuning} for other recordings.
 */
enum Wanted {
  COLLECTION("GarbageCollection"),
  HEAP("GCHeapSummary"),
  ALLOCATION("ObjectAllocationSample", "throttle", "100/s", true),
  SAFEPOINT_BEGIN("SafepointBegin", "threshold", "0 ms"),
  SAFEPOINT_END("SafepointEnd", "threshold", "0 ms"),
  OPERATION("ExecuteVMOperation", "threshold", "10 ms"),
  COMPILATION("Compilation", "threshold", "1 ms"),
  COMPILER("CompilerStatistics", "period", "5 s"),
  COMPILER_QUEUE("CompilerQueueUtilization", "period", "10 s"),
  CODE_CACHE("CodeCacheStatistics", "period", "60 s"),
  CODE_CACHE_FULL("CodeCacheFull"),
  PARK("ThreadPark", "threshold", "20 ms", true),
  MONITOR("JavaMonitorEnter", "threshold", "20 ms", true),
  SOCKET_READ("SocketRead", "threshold", "20 ms", true),
  SOCKET_WRITE("SocketWrite", "threshold", "20 ms", true),
  FILE_READ("FileRead", "threshold", "20 ms", true),
  FILE_WRITE("FileWrite", "threshold", "20 ms", true),
  PINNED("VirtualThreadPinned", "threshold", "20 ms", true);

  private final String event;
  private final @Nullable String key;
  private final @Nullable String value;
  private final boolean stack;

  Wanted(String name) {
    this(name, null, null, false);
  }

  Wanted(String name, String key, String value) {
    this(name, key, value, false);
  }

  Wanted(String name, @Nullable String key, @Nullable String value, boolean stack) {
    this.event = "jdk." + name;
    this.key = key;
    this.value = value;
    this.stack = stack;
  }

  /** Its full name, such as {@code jdk.ThreadPark}. */
  String event() {
    return event;
  }

  Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    if (key != null && value != null) {
      settings.put(key, value);
    }
    if (stack) {
      settings.put("stackTrace", "true");
    }
    return settings;
  }

  /** Whether each event is a wait, so that there may be as many of them as waits. */
  boolean tellsOfWaits() {
    return stack && this != PINNED && threshold() != null;
  }

  /** The minimum duration; null if duration does not matter. */
  @Nullable Duration threshold() {
    return value != null && "threshold".equals(key) ? Duration.ofNanos(Values.nanos(value)) : null;
  }
}
