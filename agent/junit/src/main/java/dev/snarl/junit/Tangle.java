package dev.snarl.junit;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A finding at a line.
 *
 * @param opened when the agent saw it first
 * @param span the time before that in which its evidence was observed
 * @param tipped the last part of it, in which the evidence became enough. The agent judges once a
 *     second: before that part it had judged that it was not
 * @param evidence as the agent wrote it
 */
record Tangle(
    String rule,
    String site,
    String title,
    Instant opened,
    Duration span,
    Duration tipped,
    Map<?, ?> evidence,
    String remedy) {
  private static final Pattern SITE = Pattern.compile("(.+)\\.([^.(]+)\\((.+):(\\d+)\\)");
  private static final Pattern LAMBDA = Pattern.compile("lambda\\$(.+)\\$\\d+");
  private static final double USUAL_SPAN = 10;
  private static final Duration JUDGED = Duration.ofMillis(1_500);

  /** In the evidence of findings at a line where threads were seen waiting. */
  private static final String CHAIN = "chain";

  /** In the evidence of all rules that add up events; those of waits that never end have none. */
  private static final String WINDOW = "windowSeconds";

  /** Of a line of the findings file; null for one that opened no finding that a test may fail. */
  static @Nullable Tangle of(String line) {
    Map<String, @Nullable Object> json = Json.object(line);
    boolean serious = !text(json, "severity").equals("info");
    Map<?, ?> evidence = json.get("evidence") instanceof Map<?, ?> map ? map : Map.of();
    boolean atLine = SITE.matcher(text(json, "site")).matches();
    if (!serious || !atLine || evidence.containsKey("inLibrary") || json.containsKey("resolved")) {
      return null;
    }
    Duration span = span(evidence);
    try {
      return new Tangle(
          text(json, "rule"),
          text(json, "site"),
          text(json, "title"),
          Instant.parse(text(json, "firstSeen")),
          span,
          evidence.containsKey(WINDOW) && JUDGED.compareTo(span) < 0 ? JUDGED : span,
          evidence,
          text(json, "remedy"));
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(line, e);
    }
  }

  private static Duration span(Map<?, ?> evidence) {
    Object window = evidence.get(WINDOW);
    Object seconds = window == null ? evidence.get("stuckSeconds") : window;
    double span = seconds instanceof Number number ? number.doubleValue() : USUAL_SPAN;
    return Duration.ofMillis((long) (span * 1_000));
  }

  private static String text(Map<String, @Nullable Object> json, String name) {
    return json.get(name) instanceof String text ? text : "";
  }

  private Matcher parts() {
    Matcher parts = SITE.matcher(site);
    if (!parts.matches()) {
      throw new IllegalStateException(site);
    }
    return parts;
  }

  /** The class of the line. */
  String type() {
    return parts().group(1);
  }

  /** Class and method, which later edits of the file do not change. */
  String place() {
    Matcher parts = parts();
    Matcher lambda = LAMBDA.matcher(parts.group(2));
    return parts.group(1) + '.' + (lambda.matches() ? lambda.group(1) : parts.group(2));
  }

  /** Whether it names a thread. */
  boolean names(String thread) {
    return Pattern.compile("(?<![\\w-])" + Pattern.quote(thread) + "(?![\\w-])")
        .matcher(title)
        .find();
  }

  /** The line as the top of a stack trace, which editors link. */
  StackTraceElement frame() {
    Matcher parts = parts();
    return new StackTraceElement(
        parts.group(1), parts.group(2), parts.group(3), Integer.parseInt(parts.group(4)));
  }

  /** All that a reader needs, in lines. */
  String text() {
    StringBuilder text = new StringBuilder(rule + " at " + site + '\n' + title + '\n');
    evidence.forEach(
        (name, value) -> {
          if (!name.equals(CHAIN)) {
            text.append("  " + name + ": " + value + '\n');
          }
        });
    if (evidence.get(CHAIN) instanceof List<?> chain) {
      text.append("Chain:\n");
      for (int i = 0; i < chain.size(); i++) {
        text.append("  ".repeat(i + 1)).append(chain.get(i)).append('\n');
      }
    }
    return text
        + "Remedy: "
        + remedy
        + "\nIntended: @Tangled(rule = \""
        + rule
        + "\", reason = \"…\") on the test. More: java -jar snarl.jar explain "
        + rule;
  }
}
