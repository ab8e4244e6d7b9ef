package dev.snarl.threads;

import dev.snarl.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The wording of calls and lists in claims. */
final class Names {
  private static final int PRINTED = 6;

  private Names() {}

  /** As {@link Words#call}, for {@link View#blockedIn}. */
  static String call(String blockedIn) {
    return blockedIn.startsWith("a monitor") ? "a monitor" : Words.call(blockedIn);
  }

  /** The most frequent names, each with its count. */
  static <T> List<Map<String, Object>> counted(List<T> items, Function<T, String> name) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (T item : items) {
      counts.merge(name.apply(item), 1, Integer::sum);
    }
    List<Map<String, Object>> rows = new ArrayList<>();
    counts.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder()))
        .limit(PRINTED)
        .forEach(
            entry -> {
              Map<String, Object> row = new LinkedHashMap<>();
              row.put("name", entry.getKey());
              row.put("threads", entry.getValue());
              rows.add(row);
            });
    return rows;
  }
}
