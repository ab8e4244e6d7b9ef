package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a JVM of Java 11 leaves is judged as that of a newer one; the agent itself needs 17. */
@Tag("full")
class OlderJvmTest {
  private static final Jdk OLDER = Jdk.of(11);
  private static final Path SOURCE =
      ForkedJvm.ROOT.resolve("agent/tests/src/test/resources/older/Hang.java");

  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  @SuppressWarnings("NullAway") // BeforeEach sets it.
  private Running program;

  @BeforeEach
  void start() {
    program = started("-XX:StartFlightRecording=settings=profile");
    program.awaitOut("hangs");
  }

  @AfterEach
  void end() {
    program.close();
  }

  private Running started(String flag) {
    String java = OLDER.java().toString();
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "--release", "11", "-d", folder.toString(), SOURCE.toString());
    assertThat(code).isZero();
    try {
      return new Running(new ProcessBuilder(java, flag, "-cp", folder.toString(), "Hang").start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private JsonObject judged(String command, Object input) {
    Exit exit = ForkedJvm.on(Jdk.of(17)).command(command, input.toString(), "--json");
    assertThat(exit.code()).as("%s", exit).isEqualTo(1);
    return JsonParser.parseString(String.join("\n", exit.out())).getAsJsonObject();
  }

  private Path dumped(String name, String command, String key) {
    Path file = folder.resolve(name);
    assertThat(ThreadDumpsTest.jcmd(OLDER, program, command, key + file).code()).isZero();
    return file;
  }

  /** Rule, certainty and line. */
  static List<String> said(JsonArray findings) {
    List<String> said = new ArrayList<>();
    for (JsonElement each : findings) {
      JsonObject finding = each.getAsJsonObject();
      said.add(
          String.join(
              " ",
              finding.get("rule").getAsString(),
              finding.getAsJsonObject("evidence").get("certainty").getAsString(),
              finding.get("site").getAsString()));
    }
    return said;
  }

  @Test
  void aHeapDumpNamesTheCircleAndThePool() {
    assertThat(
            said(judged("heap", dumped("heap.hprof", "GC.heap_dump", "")).getAsJsonArray("waits")))
        .anyMatch(said -> said.startsWith("lock-deadlock proved Hang.take(Hang.java:"))
        .anyMatch(said -> said.startsWith("pool-deadlock proved Hang.get(Hang.java:"));
  }

  @Test
  void aThreadDumpNamesTheCircle() throws IOException {
    Path print = folder.resolve("threads.txt");
    Files.write(print, ThreadDumpsTest.jcmd(OLDER, program, "Thread.print", "-l").out());
    assertThat(said(judged("threads", print).getAsJsonArray("findings")))
        .anyMatch(said -> said.startsWith("lock-deadlock proved Hang.take(Hang.java:"));
  }

  @Test
  void aRecordingNamesThePair() {
    assertThat(
            said(
                judged("jfr", dumped("run.jfr", "JFR.dump", "filename="))
                    .getAsJsonArray("findings")))
        .anyMatch(said -> said.startsWith("async-blocking-pair likely Hang.get(Hang.java:"));
  }

  @Test
  void whoCannotGoOnIsProvedInTheRunningJvm() {
    List<String> proved = new ArrayList<>();
    for (JsonElement each : judged("lost", program.pid()).getAsJsonArray("groups")) {
      if (each.getAsJsonObject().get("certainty").getAsString().equals("proved")) {
        each.getAsJsonObject()
            .getAsJsonArray("threads")
            .forEach(thread -> proved.add(thread.getAsString()));
      }
    }
    assertThat(proved).contains("left", "right");
  }

  @Test
  void theAgentStandsAsideInOneLine() {
    try (Running other = started("-javaagent:" + ForkedJvm.JAR)) {
      other.awaitOut("hangs");
      assertThat(other.err())
          .containsExactly("snarl: Java 11 is too old, Snarl needs 17 or newer; doing nothing");
    }
  }
}
