package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.snarl.tests.programs.Deadlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** What the agent tells of a JVM in a page, in an answer or in a file, and what it never tells. */
class ReportTest {
  private static final String SECRET = "planted-s3cret";
  private static final List<String> ADDRESSES =
      List.of(
          "/",
          "/report",
          "/report?redact",
          "/metrics",
          "/api/findings",
          "/api/executors",
          "/api/waits",
          "/api/tangle",
          "/api/threads",
          "/api/gc",
          "/api/host",
          "/api/profile",
          "/api/environment",
          "/api/hypotheses",
          "/api/sizing",
          "/api/history",
          "/api/stack?thread=1");

  private static ForkedJvm secretive(Jdk jdk) {
    return ForkedJvm.on(jdk)
        .flags("-Ddatabase.password=" + SECRET + "-property", "-Xmx128m")
        .under("env", "DATABASE_PASSWORD=" + SECRET + "-variable");
  }

  private static String found(Running program, String path, String text) {
    return Deadline.in(Duration.ofSeconds(30))
        .until(
            () -> program.get(path),
            () -> {
              String page = program.get(path);
              return page.contains(text) ? page : null;
            });
  }

  @OnJdk
  void noPropertyVariableOrArgumentIsTold(Jdk jdk) {
    try (Running program =
        secretive(jdk).agent("port=0").start(Deadlock.class, SECRET + "-argument")) {
      found(program, "/api/findings", "pool-deadlock");
      for (String path : ADDRESSES) {
        assertThat(program.get(path)).as(path).isNotEmpty().doesNotContain(SECRET);
      }
    }
  }

  @OnJdk(17)
  void aReportAtExitIsItsOwnersAloneAndHoldsNoSecret(Jdk jdk, @TempDir Path folder)
      throws IOException {
    Path file = folder.resolve("report.html");
    try (Running program =
        secretive(jdk)
            .flags("-Dsnarl.token=" + SECRET + "-token")
            .agent("port=off", "report=" + file)
            .start(Deadlock.class)) {
      Deadline.in(Duration.ofSeconds(30))
          .until(
              () -> program.err().toString(),
              () -> program.err().stream().anyMatch(l -> l.contains("CRITICAL")) ? "" : null);
      assertThat(program.exit().code()).isZero();
    }
    assertThat(file)
        .content()
        .contains("pool-deadlock", "dev.snarl.tests.programs.Deadlock", "order-#")
        .endsWith("</html>\n")
        .doesNotContain(SECRET);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @OnJdk(17)
  void aReportAtExitFollowsNoSymbolicLink(Jdk jdk, @TempDir Path folder) throws IOException {
    Path other = Files.writeString(folder.resolve("other.txt"), "precious");
    Path link = Files.createSymbolicLink(folder.resolve("link.html"), other);
    try (Running program =
        ForkedJvm.on(jdk).agent("port=0", "report=" + link).start(Deadlock.class)) {
      found(program, "/api/findings", "items");
      assertThat(program.exit().err()).anyMatch(line -> line.contains("no report in"));
    }
    assertThat(other).hasContent("precious");
  }

  @OnJdk(17)
  void theCommandWritesAReportWithoutNamesIfWanted(Jdk jdk, @TempDir Path folder)
      throws IOException {
    Path file = folder.resolve("redacted.html");
    try (Running program = secretive(jdk).agent("port=0").start(Deadlock.class)) {
      found(program, "/api/findings", "pool-deadlock");
      String address = program.address().toString();
      ForkedJvm commands = ForkedJvm.on(jdk);
      Exit first = commands.command("report", address, "-o", file.toString(), "--redact");
      assertThat(first.code()).as(first.toString()).isZero();
      Exit second = commands.command("report", address, "-o", file.toString());
      assertThat(second.code()).isEqualTo(2);
      assertThat(second.err()).singleElement().asString().contains("there already");
    }
    assertThat(file)
        .content()
        .contains("pool-deadlock", "name-", "class-")
        .doesNotContain("Deadlock.", "order-1", "order-#", "dev.snarl.tests", SECRET);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @OnJdk(17)
  void aReportHoldsWhatAHeapDumpSays(Jdk jdk, @TempDir Path folder) throws IOException {
    Path dump = folder.resolve("heap.hprof");
    ForkedJvm commands = ForkedJvm.on(jdk);
    try (Running program = secretive(jdk).agent("port=0").start(Deadlock.class)) {
      found(program, "/api/findings", "pool-deadlock");
      assertThat(ThreadDumpsTest.jcmd(jdk, program, "GC.heap_dump", dump.toString()).code())
          .isZero();
      String[] report = {
        "report", program.address().toString(), "--heap", dump.toString(), "--json", "-o"
      };
      Path open = folder.resolve("open.json");
      Path redacted = folder.resolve("redacted.json");
      assertThat(commands.command(with(report, open.toString())).code()).isZero();
      assertThat(commands.command(with(report, redacted.toString(), "--redact")).code()).isZero();
      JsonObject part = dump(open);
      assertThat(part.getAsJsonObject("heap").getAsJsonArray("waits"))
          .singleElement()
          .asString()
          .contains("pool-deadlock", "\"proved\"");
      assertThat(part.getAsJsonObject("lost").getAsJsonArray("groups").toString())
          .contains("order-1", "FutureTask");
      assertThat(dump(redacted).toString())
          .contains("pool-deadlock", "FutureTask")
          .doesNotContain("Deadlock.", "order-", "dev.snarl.tests", folder.toString());
      Exit none =
          commands.command("report", program.address().toString(), "-o", "x", "--compiled", "y");
      assertThat(none.code()).isEqualTo(2);
      assertThat(none.err()).anyMatch(line -> line.contains("come with the dump"));
    }
  }

  private static String[] with(String[] first, String... more) {
    return Stream.concat(Stream.of(first), Stream.of(more)).toArray(String[]::new);
  }

  private static JsonObject dump(Path report) throws IOException {
    return JsonParser.parseString(Files.readString(report))
        .getAsJsonObject()
        .getAsJsonObject("dump");
  }
}
