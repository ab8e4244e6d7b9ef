package dev.snarl.collect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What of a JVM's command line leaves the machine. */
class JvmOptionsTest {
  private static List<String> shown(String... words) {
    return JvmOptions.of(List.of(words));
  }

  @Test
  void sizesAndSwitchesStay() {
    assertThat(
            shown("-Xmx100m", "-Xss512k", "-Xint", "-XX:+UseZGC", "-XX:MaxRAMPercentage=70.5", "A"))
        .startsWith("-Xmx100m", "-Xss512k", "-Xint", "-XX:+UseZGC", "-XX:MaxRAMPercentage=70.5");
  }

  @Test
  void otherValuesGoAndTheirNamesStay() {
    assertThat(
            shown(
                "-Dshop.password=x=y\nz",
                "-XX:HeapDumpPath=/home/anna",
                "-javaagent:/opt/a.jar=token=x",
                "-Xlog:gc:file=x",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "A"))
        .containsExactly(
            "-Dshop.password=…",
            "-XX:HeapDumpPath=…",
            "-javaagent…",
            "-Xlog…",
            "--add-opens…",
            "A",
            "(and 0 arguments of the application)");
  }

  @Test
  void theWordAfterSomeOptionsIsTheirs() {
    assertThat(shown("-cp", "/home/anna/a.jar", "--add-opens", "java.base/x=y", "-Dflag", "a.B"))
        .containsExactly(
            "-cp",
            "  …",
            "--add-opens",
            "  …",
            "-Dflag",
            "a.B",
            "(and 0 arguments of the application)");
  }

  @Test
  void ofTheApplicationOnlyItsFileAndTheNumberOfArgumentsStay() {
    assertThat(shown("-jar", "/home/anna/shop.jar", "--key", "-Xmx1g"))
        .containsExactly("-jar", "shop.jar", "(and 2 arguments of the application)");
  }
}
