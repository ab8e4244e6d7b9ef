package dev.snarl.publish;

import dev.snarl.rules.Finding;
import dev.snarl.rules.RulePage;
import dev.snarl.rules.Severity;
import dev.snarl.rules.Verdict;
import dev.snarl.text.Text;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One line on stderr for a finding of severity warning or critical when it opens, and again if it
 * becomes more severe. The first line of a rule ends with where to read about that rule. A pool
 * deadlock is followed by its whole cycle. Lives on the observer thread. A finding that flaps is
 * reported again only after a minute.
 */
public final class StderrLines {
  private static final int LONGEST = 2_000;
  private static final int LONGEST_CYCLE = 200;
  private static final int MOST_REMEMBERED = 1_000;
  private static final long QUIET_NANOS = 60_000_000_000L;

  private final Consumer<String> out;
  private final Map<String, Said> said = new HashMap<>();

  private final Set<String> explained = new HashSet<>();

  private record Said(Severity severity, long nanos) {}

  public StderrLines(Consumer<String> out) {
    this.out = out;
  }

  /**
   * Reports changes.
   *
   * @param findings all that are true now, or those that changed; resolved ones are skipped
   * @param nanos {@link System#nanoTime()}
   */
  public void show(List<Finding> findings, long nanos) {
    for (Finding finding : findings) {
      Severity severity = finding.severity();
      if (finding.resolved() || severity.compareTo(Severity.WARNING) < 0) {
        continue;
      }
      Said before = said.get(finding.id());
      if (before == null || severity.compareTo(before.severity()) > 0) {
        lines(finding);
      }
      said.put(finding.id(), new Said(severity, nanos));
    }
    said.values().removeIf(s -> nanos - s.nanos() > QUIET_NANOS);
    if (said.size() > MOST_REMEMBERED) {
      said.clear();
    }
  }

  private void lines(Finding finding) {
    String head = finding.severity().name().toUpperCase(Locale.ROOT) + ' ' + finding.rule();
    Object library = finding.evidence().get(Verdict.LIBRARY);
    String where = finding.site() + (library == null ? "" : " in library " + library);
    String site = Text.oneLine(where, LONGEST);
    String page = explained.add(finding.rule()) ? "; see " + RulePage.reference(finding.doc()) : "";
    String title = Text.oneLine(finding.title(), LONGEST);
    out.accept("snarl: " + head + " at " + site + ": " + title + page);
    if (finding.rule().endsWith("-deadlock")
        && finding.evidence().get("cycle") instanceof List<?> cycle) {
      cycle.stream()
          .limit(LONGEST_CYCLE)
          .forEach(step -> out.accept("snarl:   " + Text.oneLine(words(step), LONGEST)));
      if (cycle.size() > LONGEST_CYCLE) {
        out.accept("snarl:   … " + (cycle.size() - LONGEST_CYCLE) + " more");
      }
    }
  }

  private static String words(Object step) {
    if (!(step instanceof Map<?, ?> fields)) {
      return String.valueOf(step);
    }
    StringBuilder words = new StringBuilder();
    fields.forEach(
        (key, value) -> words.append(words.isEmpty() ? "" : ", ").append(key + " " + value));
    return words.toString();
  }
}
