package dev.snarl.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The worst first, and what a fix would give back. */
class FindingOrderTest {
  private static Finding finding(
      String rule, Severity severity, String id, Map<String, Object> evidence) {
    Instant at = Instant.EPOCH;
    return new Finding(
        rule,
        severity,
        "app",
        "a.B.c(B.java:1)",
        "",
        at,
        at,
        1,
        evidence,
        Map.of(),
        "",
        "",
        id,
        false);
  }

  private static Finding pair(String id, double seconds) {
    return finding(
        "async-blocking-pair",
        Severity.WARNING,
        id,
        Map.of("heldThreadSeconds", seconds, "windowSeconds", 10.0));
  }

  @Test
  void bySeverityThenByWhatAFixGivesBackThenTheOldest() {
    Finding critical = finding("pool-deadlock", Severity.CRITICAL, "d", Map.of("stuckThreads", 1));
    Finding info =
        finding(
            "fan-out-wait",
            Severity.INFO,
            "i",
            Map.of("blockedSeconds", 900.0, "windowSeconds", 10.0));
    Finding unknown = finding("no-rule-of-ours", Severity.WARNING, "u", Map.of());
    List<Finding> shown =
        Stream.of(info, unknown, pair("b", 5), pair("c", 40), pair("a", 5), critical)
            .sorted(Finding.WORST_FIRST)
            .toList();
    assertThat(shown).extracting(Finding::id).containsExactly("d", "c", "a", "b", "u", "i");
  }

  @Test
  void threadSecondsOfAWindowAreThreadsOnAverage() {
    assertThat(pair("a", 35).frees()).isEqualTo(new Cost.Frees(3.5, 35.0, 10.0));
    assertThat(FindingJson.line(pair("a", 35)))
        .contains("\"frees\":{\"threads\":3.5,\"threadSeconds\":35.0,\"windowSeconds\":10.0}");
    Finding stuck = finding("pool-deadlock", Severity.CRITICAL, "d", Map.of("stuckThreads", 4));
    assertThat(stuck.frees()).isEqualTo(new Cost.Frees(4, null, null));
    Finding millis =
        finding(
            "blocking-in-coroutine",
            Severity.WARNING,
            "m",
            Map.of("blockedMillisPerSecond", 1_500));
    assertThat(millis.frees()).isEqualTo(new Cost.Frees(1.5, null, null));
  }

  @Test
  void whatFreesNoThreadsOrDoesNotSaySoHasNone() {
    Finding late = finding("late-timer", Severity.WARNING, "t", Map.of("longestLateSeconds", 3.0));
    assertThat(late.frees()).isNull();
    assertThat(finding("pool-deadlock", Severity.CRITICAL, "d", Map.of()).frees()).isNull();
    assertThat(FindingJson.line(late)).doesNotContain("frees");
  }
}
