package dev.snarl.tests;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * Which case runs on which JDK: each on one of its own, in turns; with {@code
 * -Dsnarl.tests.faults=all}, as {@code scripts/faults} sets it, all cases on all of theirs.
 */
final class Matrix {
  static final boolean ALL = "all".equals(System.getProperty("snarl.tests.faults"));

  /** One row: the feature releases that it is for, and whether it is left to the script. */
  interface Case {
    default List<Integer> jdks() {
      return List.of(17, 21, 25);
    }

    default boolean seldom() {
      return false;
    }
  }

  private Matrix() {}

  static Stream<Arguments> of(List<? extends Case> cases) {
    List<Arguments> rows = new ArrayList<>();
    for (int i = 0; i < cases.size(); i++) {
      Case row = cases.get(i);
      List<Integer> jdks = row.jdks().stream().filter(OnJdk.Source::wanted).toList();
      if (jdks.isEmpty() || (row.seldom() && !ALL)) {
        continue;
      }
      for (int jdk : ALL ? jdks : List.of(jdks.get(i % jdks.size()))) {
        rows.add(Arguments.of(row, Jdk.of(jdk)));
      }
    }
    return rows.stream();
  }
}
