package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.snarl.tests.programs.HostLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Real limits of the kernel, reached by a real JVM, and those who only seem to reach them. */
class HostLimitsTest {
  private static final String NAMESPACE = "ip link set lo up && exec \"$0\" \"$@\"";

  @Test
  void aJvmThatHasNearlyAllItsFilesOpenIsFoundAndOneThatRaisedItsLimitIsNot() {
    try (Running full = files("--nofile=300:300");
        Running raised = files("--nofile=300:3000")) {
      JsonObject finding = Json.await(full, "/api/findings", "rule", "fd-limit", f -> true);
      JsonObject evidence = finding.getAsJsonObject("evidence");
      assertThat(evidence.get("limit").getAsInt()).isEqualTo(300);
      assertThat(evidence.get("open").getAsInt()).isBetween(271, 300);

      JsonObject files = hostOf(raised).getAsJsonObject("files");
      assertThat(files.get("limit").getAsInt()).isEqualTo(3_000);
      assertThat(files.get("open").getAsInt()).isBetween(271, 320);
      assertThat(raised.get("/api/findings")).doesNotContain("fd-limit");
    }
  }

  private static Running files(String limit) {
    need("prlimit", "--version");
    Running program =
        ForkedJvm.on(Jdk.of(17))
            .under("prlimit", limit)
            .agent("port=0")
            .start(HostLimits.class, "files", "268");
    program.awaitOut("running");
    return program;
  }

  private static JsonObject hostOf(Running program) {
    return Deadline.in(Duration.ofSeconds(30))
        .until(
            () -> program.get("/api/host"),
            () -> {
              JsonObject host = JsonParser.parseString(program.get("/api/host")).getAsJsonObject();
              return host.has("files") ? host : null;
            });
  }

  @Tag("full")
  @Test
  void aListenerThatDoesNotAcceptIsANoteWhereOthersListenToo() {
    try (Running program =
        ForkedJvm.on(Jdk.of(17)).agent("port=0").start(HostLimits.class, "listen")) {
      program.awaitOut("running");
      JsonObject finding =
          Json.await(program, "/api/findings", "rule", "accept-overflow", f -> true);
      assertThat(finding.getAsJsonObject("evidence").get("overflows").getAsInt()).isPositive();
      JsonObject listener =
          finding.getAsJsonObject("evidence").getAsJsonArray("listeners").get(0).getAsJsonObject();
      assertThat(listener.get("longestQueue").getAsInt()).isBetween(1, 3);
    }
  }

  @Test
  void whereItListensAloneItIsAWarning() {
    need("unshare", "-n", "true");
    try (Running program =
        ForkedJvm.on(Jdk.of(17))
            .under("unshare", "-n", "sh", "-c", NAMESPACE)
            .agent("port=0")
            .start(HostLimits.class, "listen")) {
      program.awaitOut("running");
      program.awaitErr(
          Pattern.compile("snarl: WARNING accept-overflow at process: The kernel dropped .*"));
    }
  }

  @Tag("full")
  @Test
  void aControlGroupThatIsFullAndThrottledIsFound() throws IOException {
    try (Groups groups = Groups.ofOurOwn();
        Running program =
            ForkedJvm.on(Jdk.of(17))
                .under("sh", "-c", groups.enter() + " && exec \"$0\" \"$@\"")
                .agent(
                    "port=0",
                    "rules.cpu-throttled.windowSeconds=10",
                    "rules.cpu-throttled.minPeriods=50")
                .start(HostLimits.class, "group", groups.pids("pids.current").toString(), "94")) {
      program.awaitOut("running");
      JsonObject threads =
          Json.await(program, "/api/findings", "rule", "thread-limit", f -> true)
              .getAsJsonObject("evidence");
      assertThat(threads.get("scope").getAsString()).startsWith("cgroup ");
      assertThat(threads.get("limit").getAsInt()).isEqualTo(100);
      assertThat(threads.get("used").getAsInt()).isBetween(90, 100);
      JsonObject cpu =
          Json.await(program, "/api/findings", "rule", "cpu-throttled", f -> true)
              .getAsJsonObject("evidence");
      assertThat(cpu.get("quotaProcessors").getAsDouble()).isEqualTo(0.4);
      assertThat(cpu.get("throttledShare").getAsDouble()).isBetween(0.2, 1.0);
      program.exit();
    }
  }

  /** Control groups of version 1 or 2 that this test may make; else it is skipped. */
  private record Groups(Path cpu, Path tasks) implements AutoCloseable {
    private static final Path ROOT = Path.of("/sys/fs/cgroup");

    static Groups ofOurOwn() throws IOException {
      String name = "snarl-test-" + ProcessHandle.current().pid();
      boolean one = Files.isDirectory(ROOT.resolve("pids"));
      Path cpu = (one ? ROOT.resolve("cpu") : ROOT).resolve(name);
      Path tasks = (one ? ROOT.resolve("pids") : ROOT).resolve(name);
      Groups groups = new Groups(cpu, tasks);
      try {
        Files.createDirectories(cpu);
        Files.createDirectories(tasks);
        Files.writeString(tasks.resolve("pids.max"), "100");
        if (one) {
          Files.writeString(cpu.resolve("cpu.cfs_period_us"), "50000");
          Files.writeString(cpu.resolve("cpu.cfs_quota_us"), "20000");
        } else {
          Files.writeString(cpu.resolve("cpu.max"), "20000 50000");
        }
        return groups;
      } catch (IOException e) {
        groups.close();
        skip("control groups cannot be made here: " + e);
        throw e;
      }
    }

    Path pids(String file) {
      return tasks.resolve(file);
    }

    String enter() {
      return "echo $$ > %s/cgroup.procs && echo $$ > %s/cgroup.procs".formatted(cpu, tasks);
    }

    @Override
    public void close() throws IOException {
      for (Path group : new Path[] {cpu, tasks}) {
        Deadline.in(Duration.ofSeconds(20))
            .until(() -> group + " is not empty", () -> removed(group) ? group : null);
      }
    }

    private static boolean removed(Path group) {
      try {
        Files.deleteIfExists(group);
        return true;
      } catch (IOException stillInUse) {
        return false;
      }
    }
  }

  private static void need(String... command) {
    try {
      Process tried = new ProcessBuilder(command).redirectErrorStream(true).start();
      if (tried.waitFor(20, TimeUnit.SECONDS) && tried.exitValue() == 0) {
        return;
      }
    } catch (IOException e) {
      skip(command[0] + " is missing here");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    skip(String.join(" ", command) + " is not allowed here");
  }

  private static void skip(String why) {
    System.err.println("SKIPPED: " + why);
    Assumptions.abort(why);
  }
}
