package dev.snarl.tests.corpus;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Each finding counts once, at the greatest severity that it had. */
record Score(List<Expectation> hits, List<Expectation> misses, List<Finding> falseAlarms) {

  static Score of(Program program, int jdk, List<Finding> lines) {
    Map<String, Finding> worst = new LinkedHashMap<>();
    for (Finding line : lines) {
      worst.merge(line.id(), line, (a, b) -> a.severity().compareTo(b.severity()) < 0 ? b : a);
    }
    List<Expectation> misses = new ArrayList<>(program.expected(jdk));
    List<Finding> falseAlarms = new ArrayList<>();
    for (Finding finding : worst.values()) {
      List<Expectation> met =
          program.expected(jdk).stream()
              .filter(
                  e -> e.describes(program.file(), finding) && e.severity() == finding.severity())
              .toList();
      misses.removeAll(met);
      if (met.isEmpty() && !program.allows(finding)) {
        falseAlarms.add(finding);
      }
    }
    List<Expectation> hits = new ArrayList<>(program.expected(jdk));
    hits.removeAll(misses);
    return new Score(hits, misses, falseAlarms);
  }
}
