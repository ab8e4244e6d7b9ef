package dev.snarl.recordings;

import dev.snarl.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What was recorded: by event, whether it was on, and its threshold, as the recording says. */
final class Settings {
  /** The events that are judged, and what is missed without each. */
  private static final Map<String, String> WANTED =
      Map.of(
          "jdk.ThreadPark", "waits for futures, locks and queues",
          "jdk.JavaMonitorEnter", "threads that queue for a monitor",
          "jdk.JavaMonitorWait", "waits in Object.wait() and for processes",
          "jdk.ThreadSleep", "sleeps",
          "jdk.SocketRead", "waits for peers",
          "jdk.ThreadStart", "threads that are started for one task",
          "jdk.ThreadEnd", "threads that are started for one task",
          "jdk.VirtualThreadPinned", "virtual threads that pin their carriers",
          "jdk.GarbageCollection", "collections",
          "jdk.ThreadDump", "waits that never ended");

  private static final Map<String, Double> UNITS =
      Map.of("ns", 1e-9, "us", 1e-6, "ms", 1e-3, "s", 1.0);

  private static final int FROM_VIRTUAL = 21;

  private final Map<String, Map<String, String>> values = new TreeMap<>();

  /** Later settings replace earlier ones, but what was on once is not off. */
  void set(String event, String name, String value) {
    if (WANTED.containsKey(event)) {
      values
          .computeIfAbsent(event, e -> new TreeMap<>())
          .merge(name, value, (was, is) -> name.equals("enabled") && was.equals("true") ? was : is);
    }
  }

  /** A line for what the settings hide; empty if they are not in the recording. */
  List<String> hidden(int feature) {
    List<String> off = new ArrayList<>();
    Map<String, List<String>> thresholds = new TreeMap<>();
    for (String event : new TreeMap<>(WANTED).keySet()) {
      Map<String, String> is = values.get(event);
      boolean exists = !event.equals("jdk.VirtualThreadPinned") || feature >= FROM_VIRTUAL;
      if (!exists || values.isEmpty()) {
        continue;
      }
      if (is == null || !"true".equals(is.getOrDefault("enabled", "true"))) {
        off.add(event + " (" + WANTED.get(event) + ")");
      } else if (!is.getOrDefault("threshold", "0 ns").startsWith("0")) {
        thresholds
            .computeIfAbsent(time(is.getOrDefault("threshold", "")), t -> new ArrayList<>())
            .add(event);
      }
    }
    List<String> lines = new ArrayList<>();
    if (values.isEmpty()) {
      lines.add("the recording does not say which events were on");
    }
    if (!off.isEmpty()) {
      lines.add("events that were off, so that nothing is said about them: " + joined(off));
    }
    thresholds.forEach(
        (threshold, events) ->
            lines.add("shorter than %s is not recorded: %s".formatted(threshold, joined(events))));
    return lines;
  }

  /** {@code 10 ms} is written as it was set: with any unit. */
  private static String time(String text) {
    int blank = text.indexOf(' ');
    Double factor = blank < 0 ? null : UNITS.get(text.substring(blank + 1));
    try {
      return factor == null
          ? text
          : Figures.time(Long.parseLong(text.substring(0, blank)) * factor);
    } catch (NumberFormatException e) {
      return text;
    }
  }

  private static String joined(List<String> names) {
    return String.join(", ", names);
  }
}
