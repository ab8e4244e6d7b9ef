package dev.snarl.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.rules.Finding;
import dev.snarl.rules.Severity;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ViewTest {
  private static Finding pair(Severity severity, double seconds) {
    Map<String, Object> evidence = Map.of("heldThreadSeconds", seconds, "windowSeconds", 10.0);
    Instant at = Instant.EPOCH;
    return new Finding(
        "async-blocking-pair",
        severity,
        "",
        "",
        "",
        at,
        at,
        1,
        evidence,
        Map.of(),
        "",
        "",
        "",
        false);
  }

  /** What is read over HTTP, by the page, the report and the command line, is in this order. */
  @Test
  void theFindingsAreTheWorstFirst() {
    Finding info = pair(Severity.INFO, 90);
    Finding small = pair(Severity.WARNING, 2);
    Finding large = pair(Severity.WARNING, 30);
    View view = new View("app", Sample.snapshot(), List.of(info, small, large));
    assertThat(view.findings()).containsExactly(large, small, info);
  }
}
