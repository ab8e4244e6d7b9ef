package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.snarl.tests.programs.Deadlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;

/** The headline: a pool that waits for itself is named at once, with every step of the circle. */
class DeadlockTest {
  private static final Pattern CRITICAL =
      Pattern.compile("snarl: CRITICAL pool-deadlock at .*Deadlock\\.outer\\(Deadlock\\.java:.*");

  /** Of the lines that follow, which come one by one. */
  private static final Pattern LAST_STEP = Pattern.compile("snarl: +queue of order-# .*");

  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  @OnJdk
  void aDeadlockedPoolIsPrintedWithItsWholeCycle(Jdk jdk) throws IOException {
    Path findings = folder.resolve("findings.jsonl");
    try (Running program = ForkedJvm.on(jdk).agent("findings=" + findings).start(Deadlock.class)) {
      program.awaitErr(CRITICAL);
      program.awaitErr(LAST_STEP);
      Exit exit = program.exit();
      String shown = String.join("\n", exit.err());
      assertThat(exit.err()).allMatch(line -> line.startsWith("snarl: "));
      assertThat(shown).contains("order-1", "order-2", "queue of order-#");
    }
    List<String> lines = Files.readAllLines(findings);
    JsonObject finding = JsonParser.parseString(lines.get(0)).getAsJsonObject();
    assertThat(finding.get("rule").getAsString()).isEqualTo("pool-deadlock");
    assertThat(finding.get("severity").getAsString()).isEqualTo("critical");
    assertThat(finding.getAsJsonObject("evidence").getAsJsonArray("cycle").toString())
        .contains("order-1", "order-2", "queue of order-#");
  }
}
