package dev.snarl.tests.corpus;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How one run of a program ended.
 *
 * @param cpu processor time of its JVM
 * @param late problems that a busy machine may have caused
 */
record Outcome(
    Run run,
    Duration time,
    Duration cpu,
    List<String> problems,
    List<String> late,
    Score score,
    boolean second) {

  boolean good() {
    return complaints().isEmpty();
  }

  /**
   * A busy machine can keep a program from doing in time what its label says; nothing excuses a
   * false alarm.
   */
  boolean worthAnother() {
    return problems.isEmpty()
        && score.falseAlarms().isEmpty()
        && !(score.misses().isEmpty() && late.isEmpty());
  }

  List<String> complaints() {
    List<String> all = new ArrayList<>(problems);
    all.addAll(late);
    if (!run.bare()) {
      score.misses().forEach(miss -> all.add("missed: " + miss.in(run.program().file())));
      for (Finding alarm : score.falseAlarms()) {
        all.add(
            "false alarm: %s %s at %s: %s"
                .formatted(alarm.severity(), alarm.rule(), alarm.site(), alarm.title()));
      }
    }
    return all;
  }

  String line(String word) {
    return "%s %d %5.1f s %4.1f s CPU  %s/%s%s"
        .formatted(
            word,
            run.jdk().feature(),
            time.toMillis() / 1e3,
            cpu.toMillis() / 1e3,
            run.program().group(),
            run.program().name(),
            run.variant());
  }
}
