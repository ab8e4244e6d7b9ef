package dev.snarl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code heap}, in this JVM: its output is not the process's. */
class HeapTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(Map<String, String> environment, String... arguments) {
    Here here =
        new Here(
            Path.of("snarl.jar"),
            "test",
            environment,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    return Cli.run(here, List.of(arguments));
  }

  private String complaint() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void whatIsNoDumpIsOneLineAndThree(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("a.hprof"), "hello");
    assertThat(run(Map.of(), "heap", file.toString())).isEqualTo(ExitCode.UNREACHABLE);
    assertThat(complaint()).startsWith("snarl: ").contains("no HPROF dump").hasLineCount(1);
    assertThat(out.size()).isZero();
  }

  @Test
  void badOptionsAreTwo(@TempDir Path folder) throws IOException {
    Path page = Files.writeString(folder.resolve("page.html"), "here");
    assertThat(run(Map.of(), "heap")).isEqualTo(ExitCode.USAGE);
    assertThat(run(Map.of(), "heap", "a", "--top", "0")).isEqualTo(ExitCode.USAGE);
    assertThat(run(Map.of(), "heap", "a", "--html", page.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(run(Map.of(), "heap", "a", "--engine", "x")).isEqualTo(ExitCode.USAGE);
    assertThat(complaint()).hasLineCount(4).contains("--engine takes snarl or mat, not 'x'");
  }

  @Test
  void whereMatIsNotInstalledItSaysHowToGetIt(@TempDir Path folder) {
    assertThat(run(Map.of(), "heap", "a", "--engine", "mat")).isEqualTo(ExitCode.USAGE);
    assertThat(run(Map.of("MAT_HOME", folder.toString()), "heap", "a", "--engine", "mat"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(complaint()).hasLineCount(2).contains("set MAT_HOME").contains("no ParseHeapDump");
  }

  @Test
  void aDumpOfThisJvmIsReportedAsJsonAndAsAPage(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("self.hprof");
    Path page = folder.resolve("page.html");
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .dumpHeap(file.toString(), true);
    int code = run(Map.of(), "heap", file.toString(), "--json", "--top", "3", "--html", page + "");
    assertThat(code).as(complaint()).isIn(ExitCode.FINE, ExitCode.FINDINGS);
    JsonObject json =
        JsonParser.parseString(out.toString(StandardCharsets.UTF_8)).getAsJsonObject();
    assertThat(json.get("objects").getAsLong()).isGreaterThan(10_000);
    assertThat(json.getAsJsonArray("dominators")).hasSize(3);
    assertThat(json.getAsJsonArray("histogram")).hasSize(3);
    assertThat(Files.readString(page)).startsWith("<!doctype html>").endsWith("</html>\n");
  }
}
