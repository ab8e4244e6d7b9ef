package dev.snarl.jfr;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the agent's recording. The JVM has one setting for each event, the most
 * permissive that any recording requests, and each recording then holds all resulting events. While
 * another recording runs, the agent's therefore requests nothing that would add to it: no event
 * that the other leaves out, no lower threshold, no stack. Pure.
 *
 * @param settings for {@code RecordingStream.setSettings}
 * @param withheld events that are not requested
 * @param thresholds above which length in ns each event is taken
 */
record Tuning(Map<String, String> settings, List<String> withheld, Map<Wanted, Long> thresholds) {

  /** A setting that marks the agent's recording; it names no event. */
  static final String MARK = "dev.snarl.Stream#enabled";

  /** Settings that request nothing and mark a recording as the agent's. */
  static Map<String, String> marked() {
    return Map.of(MARK, "false");
  }

  /**
   * The settings beside others.
   *
   * @param raised thresholds that are higher than wanted at the moment
   * @param others the settings of the other recordings that run
   */
  static Tuning of(Map<Wanted, Duration> raised, List<Map<String, String>> others) {
    Map<String, String> settings = new HashMap<>();
    List<String> withheld = new ArrayList<>();
    Map<Wanted, Long> thresholds = new EnumMap<>(Wanted.class);
    settings.put(MARK, "false");
    for (Wanted wanted : Wanted.values()) {
      Duration threshold = raised.getOrDefault(wanted, wanted.threshold());
      if (threshold != null) {
        thresholds.put(wanted, threshold.toNanos());
      }
      if (!others.isEmpty() && !values(wanted, "enabled", others).contains("true")) {
        withheld.add(wanted.event());
        continue;
      }
      settings.put(wanted.event() + "#enabled", "true");
      wanted
          .settings()
          .forEach(
              (key, value) -> {
                String ours = key.equals("threshold") ? text(threshold, value) : value;
                String said =
                    others.isEmpty() ? ours : Values.beside(key, ours, values(wanted, key, others));
                if (said != null) {
                  settings.put(wanted.event() + '#' + key, said);
                }
              });
    }
    return new Tuning(settings, withheld, thresholds);
  }

  private static String text(@Nullable Duration threshold, String otherwise) {
    return threshold == null ? otherwise : threshold.toNanos() + " ns";
  }

  private static List<String> values(Wanted wanted, String key, List<Map<String, String>> others) {
    List<String> values = new ArrayList<>();
    for (Map<String, String> other : others) {
      String value = other.get(wanted.event() + '#' + key);
      if (value != null) {
        values.add(value);
      }
    }
    return values;
  }
}
