package dev.snarl.tests.corpus;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** What a tool said about a fault, or about a program without one. */
enum Answer {
  /** An alarm that means this fault, with one of its lines. */
  NAMED,
  /** An alarm that means this fault, without its line. */
  NOTICED,
  SILENT;

  /** The best answer that these alarms give. */
  static Answer to(Expectation expected, String file, List<Alarm> alarms) {
    return alarms.stream()
        .filter(alarm -> alarm.means(expected))
        .map(alarm -> alarm.names(expected, file) ? NAMED : NOTICED)
        .min(Comparator.naturalOrder())
        .orElse(SILENT);
  }

  /**
   * The alarms, of warning and above, that mean nothing of what the program's labels expect or
   * allow.
   */
  static List<Alarm> falseAlarms(Program program, int jdk, List<Alarm> alarms) {
    List<Alarm> wrong = new ArrayList<>(alarms);
    wrong.removeIf(alarm -> alarm.severity() == Severity.INFO);
    wrong.removeIf(alarm -> program.faults(jdk).stream().anyMatch(alarm::means));
    wrong.removeIf(
        alarm ->
            program.allow().entrySet().stream()
                .filter(each -> alarm.rules().contains(each.getKey()))
                .anyMatch(each -> each.getValue().compareTo(alarm.severity()) >= 0));
    return wrong;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
