package dev.snarl.observe.locks;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Of a thread print: who waits for which class, and who initializes it. */
record InitWaiter(long thread, String type, long initializer) {
  private static final long NOBODY = -1;
  private static final Pattern ENTRIES = Pattern.compile("\n\\s*\n");
  private static final Pattern HEADER = Pattern.compile("^\".*\" #(\\d+) ", Pattern.MULTILINE);
  private static final Pattern WAITS =
      Pattern.compile("- waiting on the Class initialization monitor for (\\S+)");
  private static final Pattern INITIALIZES =
      Pattern.compile("^\\tat (?:\\S*/)?([^/\\s]+)\\.<clinit>\\(", Pattern.MULTILINE);

  /** All of a thread print of the JVM. */
  static List<InitWaiter> all(String print) {
    Map<Long, String> waiting = new HashMap<>();
    Map<String, Long> initializers = new HashMap<>();
    for (String entry : ENTRIES.splitAsStream(print).toList()) {
      Matcher header = HEADER.matcher(entry);
      if (!header.find()) {
        continue;
      }
      long thread = Long.parseLong(header.group(1));
      Matcher waits = WAITS.matcher(entry);
      if (waits.find()) {
        waiting.put(thread, waits.group(1));
      }
      Matcher initializes = INITIALIZES.matcher(entry);
      while (initializes.find()) {
        // Of two classes of one name, in two loaders, the print does not say which is meant.
        initializers.merge(initializes.group(1), thread, (one, other) -> NOBODY);
      }
    }
    List<InitWaiter> found = new ArrayList<>();
    waiting.forEach(
        (thread, type) -> {
          Long initializer = initializers.get(type);
          if (initializer != null && initializer != NOBODY && !initializer.equals(thread)) {
            found.add(new InitWaiter(thread, type, initializer));
          }
        });
    return found;
  }
}
