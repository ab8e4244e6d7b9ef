package dev.snarl.tests.corpus;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a tool says of its own accord: the rules of Snarl that mean the same, and its text. A dump
 * or a profile that one must read oneself is none.
 */
record Alarm(Set<String> rules, Severity severity, String text) {

  static Alarm of(Finding finding) {
    return new Alarm(Set.of(finding.rule()), finding.severity(), finding.site());
  }

  /**
   * Those about this file in a report with one line for each problem: its kind, its file and its
   * line are the pattern's groups. Kinds without a meaning are left out.
   */
  static List<Alarm> of(
      String report, Pattern line, Map<String, Set<String>> meanings, String file) {
    List<Alarm> alarms = new ArrayList<>();
    for (String each : report.lines().toList()) {
      Matcher match = line.matcher(each);
      if (match.matches() && match.group(2).equals(file) && meanings.containsKey(match.group(1))) {
        String place = file + ":" + match.group(3);
        alarms.add(new Alarm(meanings.get(match.group(1)), Severity.WARNING, place));
      }
    }
    return alarms;
  }

  String firstLine() {
    return text.lines().findFirst().orElse("");
  }

  boolean means(Expectation expected) {
    return rules.contains(expected.rule());
  }

  /** Whether the text has the line; of a fault without a line its name is enough. */
  boolean names(Expectation expected, String file) {
    return !expected.place().isEmpty()
        || expected.lines().stream().anyMatch(line -> names(file + ":" + line));
  }

  private boolean names(String place) {
    return Pattern.compile(Pattern.quote(place) + "(?!\\d)").matcher(text).find();
  }
}
