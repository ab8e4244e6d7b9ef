package dev.snarl.tests.corpus;

import java.io.PrintStream;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the runs add up to: precision and recall by rule, and the sum in the last line. */
record Table(List<Outcome> outcomes, List<String> skipped) {

  private static final class Count {
    private int hits;
    private int misses;
    private int falseAlarms;

    String row(String rule) {
      return "%-22s%8d%8d%8d%11s%9s"
          .formatted(
              rule,
              hits,
              misses,
              falseAlarms,
              percent(hits, hits + falseAlarms),
              percent(hits, hits + misses));
    }

    private static String percent(int part, int whole) {
      return whole == 0 ? "-" : "%.0f%%".formatted(100.0 * part / whole);
    }
  }

  /** Whether there was a run and none failed. */
  boolean print(PrintStream out) {
    List<Outcome> sorted =
        outcomes.stream()
            .sorted(
                Comparator.comparing((Outcome outcome) -> outcome.run().program().path())
                    .thenComparing(outcome -> outcome.run().jdk().feature()))
            .toList();
    List<Outcome> failed = sorted.stream().filter(outcome -> !outcome.good()).toList();
    for (Outcome outcome : failed) {
      Program program = outcome.run().program();
      out.printf("%n%s/%s: %s%n", program.group(), outcome.run(), program.claim());
      outcome.complaints().forEach(complaint -> out.println("  " + complaint));
    }
    if (sorted.stream().anyMatch(outcome -> !outcome.run().bare())) {
      rules(out);
    }
    sorted.stream()
        .filter(outcome -> outcome.second() && outcome.good())
        .forEach(outcome -> out.println("passed only when run again: " + outcome.run()));
    for (Outcome outcome : failed) {
      out.println("failed: " + outcome.run() + ": " + String.join("; ", outcome.complaints()));
    }
    skipped.forEach(reason -> out.println("SKIPPED " + reason));
    out.printf(
        "%d passed, %d failed, %d skipped%n",
        sorted.size() - failed.size(), failed.size(), skipped.size());
    return failed.isEmpty() && !sorted.isEmpty();
  }

  private void rules(PrintStream out) {
    Map<String, Count> rules = new TreeMap<>();
    Count all = new Count();
    for (Outcome outcome : outcomes) {
      Score score = outcome.score();
      for (Expectation hit : score.hits()) {
        rules.computeIfAbsent(hit.rule(), rule -> new Count()).hits++;
        all.hits++;
      }
      for (Expectation miss : score.misses()) {
        rules.computeIfAbsent(miss.rule(), rule -> new Count()).misses++;
        all.misses++;
      }
      for (Finding alarm : score.falseAlarms()) {
        rules.computeIfAbsent(alarm.rule(), rule -> new Count()).falseAlarms++;
        all.falseAlarms++;
      }
    }
    out.printf(
        "%n%-22s%8s%8s%8s%11s%9s%n", "rule", "found", "missed", "false", "precision", "recall");
    rules.forEach((rule, count) -> out.println(count.row(rule)));
    out.println(all.row("all"));
    List<Outcome> twins =
        outcomes.stream().filter(o -> !o.run().program().twinOf().isEmpty()).toList();
    long quiet = twins.stream().filter(twin -> twin.score().falseAlarms().isEmpty()).count();
    out.printf("%n%d of %d benign twins raised no false alarm%n", quiet, twins.size());
  }
}
