package dev.snarl.threads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.rules.Finding;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Circles through the initialization of a class: dumps of one program by three JVMs, of which only
 * the threads of the program are kept, and what looks the same and is not.
 */
class InitializersTest {
  @ParameterizedTest
  @ValueSource(ints = {17, 21, 25})
  void anInitializerThatWantsTheLockOfAThreadThatWantsItsClassIsProved(int version)
      throws IOException {
    List<Finding> findings = Judged.of(dump("initializer-and-lock", version)).findings();
    assertThat(findings).hasSize(1);
    Finding deadlock = findings.get(0);
    assertThat(deadlock.rule()).isEqualTo("lock-deadlock");
    assertThat(deadlock.evidence()).containsEntry("certainty", "proved");
    assertThat(deadlock.title()).isEqualTo("Deadlock: left and right wait for each other");
    assertThat(deadlock.evidence().get("cycle"))
        .asInstanceOf(InstanceOfAssertFactories.list(String.class))
        .containsExactlyInAnyOrder(
            "left → Mix$Config at Mix.lambda$main$0(Mix.java:9) → being initialized by right",
            "right → java.lang.Object at Mix$Config.<clinit>(Mix.java:7) → held by left");
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 21, 25})
  void anInitializerThatSleepsIsNone(int version) throws IOException {
    assertThat(Judged.rules(dump("initializer-asleep", version))).isEmpty();
  }

  /** Whether the class that right waits for is that of left or of the third is not said. */
  @Test
  void classesOfOneNameThatTwoThreadsInitializeProveNothing() throws IOException {
    assertThat(Judged.rules(namesakes("com.acme.Other"))).containsExactly("lock-deadlock");
    assertThat(Judged.rules(namesakes("com.acme.Config"))).isEmpty();
  }

  private static DumpText namesakes(String third) {
    return new DumpText(17)
        .thread(
            21,
            "left",
            "BLOCKED (on object monitor)",
            "com.acme.Config.<clinit>(Config.java:3)",
            "- waiting to lock <0x000000076ad0a1b8> (a com.acme.Account)")
        .thread(
            22,
            "right",
            "RUNNABLE",
            "com.acme.Bank.move(Bank.java:20)",
            "- waiting on the Class initialization monitor for com.acme.Config",
            "- locked <0x000000076ad0a1b8> (a com.acme.Account)")
        .thread(23, "third", "RUNNABLE", third + ".<clinit>(Config.java:3)");
  }

  private static String dump(String name, int version) throws IOException {
    try (InputStream in =
        InitializersTest.class.getResourceAsStream(name + "-" + version + ".txt")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
