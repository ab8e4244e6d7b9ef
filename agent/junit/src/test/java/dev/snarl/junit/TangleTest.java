package dev.snarl.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class TangleTest {
  static final Instant OPENED = Instant.parse("2026-11-25T10:00:00Z");

  static String line(String rule, String severity, String site, String evidence) {
    return ("{\"rule\":\"%s\",\"severity\":\"%s\",\"site\":\"%s\",\"title\":\"main waits in get()"
            + " for pool-1-thread-1\",\"firstSeen\":\"%s\",\"evidence\":{%s},"
            + "\"remedy\":\"Do not \\u0022wait\\u0022.\"}")
        .formatted(rule, severity, site, OPENED, evidence);
  }

  static Tangle tangle(String rule, String evidence) {
    Tangle tangle =
        Tangle.of(line(rule, "warning", "com.acme.Runs.lambda$run$0(Runs.java:24)", evidence));
    return Objects.requireNonNull(tangle);
  }

  @Test
  void readsWhatTheAgentWrites() {
    Tangle tangle =
        tangle("async-blocking-pair", "\"waits\":5,\"held\":1.25,\"of\":[{\"a\":null},true,-1e3]");
    assertThat(tangle.evidence().get("waits")).isEqualTo(5L);
    assertThat(tangle.evidence().get("held")).isEqualTo(1.25);
    assertThat(tangle.evidence().get("of")).asString().isEqualTo("[{a=null}, true, -1000.0]");
    assertThat(tangle.text())
        .contains("async-blocking-pair at com.acme.Runs", "held: 1.25", "Remedy: Do not \"wait\".");
    assertThat(tangle.frame()).hasToString("com.acme.Runs.lambda$run$0(Runs.java:24)");
  }

  @Test
  void theChainIsIndented() {
    assertThat(tangle("async-blocking-pair", "\"chain\":[\"main in get()\",\"w [sleep]\"]").text())
        .contains("\nChain:\n  main in get()\n    w [sleep]\nRemedy:")
        .doesNotContain("chain:");
  }

  @Test
  void aPlaceOutlivesEditsOfTheFile() {
    assertThat(tangle("async-blocking-pair", "").place()).isEqualTo("com.acme.Runs.run");
  }

  @Test
  void namesWholeThreadsOnly() {
    Tangle tangle = tangle("async-blocking-pair", "");
    assertThat(tangle.names("main")).isTrue();
    assertThat(tangle.names("pool-1-thread-1")).isTrue();
    assertThat(tangle.names("thread-1")).isFalse();
    assertThat(tangle.names("pool-1")).isFalse();
  }

  @Test
  void onlySeriousOnesAtLinesOfNoLibraryOpen() {
    String site = "com.acme.Runs.run(Runs.java:24)";
    for (String line :
        List.of(
            line("fan-out-wait", "info", site, ""),
            line("fd-limit", "warning", "JVM", ""),
            line("async-blocking-pair", "warning", site, "\"inLibrary\":\"Kafka\""),
            line("async-blocking-pair", "warning", site, "")
                .replaceFirst("}$", ",\"resolved\":true}"))) {
      assertThat(Tangle.of(line)).as(line).isNull();
    }
  }

  @Test
  void itsEvidenceBecameEnoughAfterTheLastJudgement() {
    assertThat(tangle("async-blocking-pair", "\"windowSeconds\":5.0"))
        .matches(tangle -> tangle.span().equals(Duration.ofSeconds(5)))
        .matches(tangle -> tangle.tipped().equals(Duration.ofMillis(1_500)));
    assertThat(tangle("pool-deadlock", "\"stuckSeconds\":0.5").tipped())
        .isEqualTo(Duration.ofMillis(500));
    assertThat(tangle("permits-exhausted", "").tipped()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void whatIsNoJsonIsRefused() {
    for (String line : List.of("", "{", "{\"a\":", "[]", "{\"a\":x}")) {
      assertThatThrownBy(() -> Json.object(line)).isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(Json.object("{ }")).isEqualTo(Map.of());
  }
}
