package dev.snarl.tests;

import dev.snarl.tests.programs.BlockedKinds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The time of every kind of wait is in {@code snarl_blocked_seconds_total}, under its name. */
class BlockedKindsTest {
  private static final Pattern SERIES =
      Pattern.compile("snarl_blocked_seconds_total\\{.*kind=\"([^\"]+)\".*\\} (\\S+)");

  @OnJdk
  void eachKindIsCountedUnderItsName(Jdk jdk) {
    try (Running program = ForkedJvm.on(jdk).agent("port=0").start(BlockedKinds.class)) {
      Matcher said = program.awaitOut(Pattern.compile("waiting (.*)"));
      Set<String> expected = new TreeSet<>(List.of(said.group(1).split(" ")));
      expected.addAll(List.of("lock", "monitor", "thread-end"));
      Deadline.in(Duration.ofSeconds(30))
          .until(
              () -> expected + ", but: " + kinds(program) + String.join("\n", rows(program)),
              () -> kinds(program).equals(expected) ? Boolean.TRUE : null,
              () -> true);
    }
  }

  private static List<String> rows(Running program) {
    return program
        .get("/metrics")
        .lines()
        .filter(line -> line.startsWith("snarl_blocked_seconds_total"))
        .toList();
  }

  /** Those of which there is a second at least. */
  private static Set<String> kinds(Running program) {
    Set<String> kinds = new TreeSet<>();
    List<String> rows = new ArrayList<>(rows(program));
    for (String row : rows) {
      Matcher series = SERIES.matcher(row);
      if (series.matches() && Double.parseDouble(series.group(2)) >= 1) {
        kinds.add(series.group(1));
      }
    }
    return kinds;
  }
}
