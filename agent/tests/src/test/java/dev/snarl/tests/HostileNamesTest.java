package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import dev.snarl.tests.programs.HostileNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;

/**
 * Thread names of any number, length and content stay text, and bounded, wherever they are shown.
 */
class HostileNamesTest {

  private static final int PAGE = 2_000_000;
  private static final Pattern HOSTILE = Pattern.compile("[\\p{Cc}\\p{Cf}\\u2028\\u2029&&[^\\n]]");

  @TempDir @Nullable Path folder;

  @OnJdk({17, 25})
  void theyAreEscapedAndBoundedEverywhere(Jdk jdk) throws IOException {
    Path findings = Path.of(String.valueOf(folder)).resolve("findings-" + jdk + ".jsonl");
    try (Running program =
        ForkedJvm.on(jdk)
            .flags("-Xmx256m")
            .agent("port=0", "findings=" + findings)
            .start(HostileNames.class)) {
      program.awaitOut("patterns 10000");
      program.awaitOut("pairs");
      program.awaitErr(Pattern.compile("snarl: WARNING async-blocking-pair at .*"));
      assertThat(program.err())
          .allMatch(line -> line.startsWith("snarl: ") && line.length() < 2_000)
          .noneMatch(line -> HOSTILE.matcher(line).find());
      for (String path : List.of("findings", "executors", "waits", "threads")) {
        String page = program.get("/api/" + path);
        assertThat(page.length()).isLessThan(PAGE);
        assertThat(JsonParser.parseString(page).isJsonObject()).isTrue();
        assertThat(HOSTILE.matcher(page).find()).as(path).isFalse();
      }
      String metrics = program.get("/metrics");
      assertThat(metrics.length()).isLessThan(PAGE);
      assertThat(metrics.lines())
          .allMatch(line -> line.startsWith("#") || line.matches(".*[}a-z] [0-9.E+NaInf-]+"));
      assertThat(metrics).contains("snarl_agent_dropped_total");
      HealthTest.assertNoErrors(program);
      assertThat(Files.readAllLines(findings))
          .isNotEmpty()
          .allMatch(line -> line.length() < 20_000 && JsonParser.parseString(line).isJsonObject());
    }
  }
}
