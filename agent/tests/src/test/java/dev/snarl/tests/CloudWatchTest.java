package dev.snarl.tests;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.snarl.tests.programs.Deadlock;
import dev.snarl.tests.programs.Hello;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The packaged agent sends metrics to CloudWatch, and the application never notices if it cannot.
 */
class CloudWatchTest {
  private static final Path PUT_JAR = ForkedJvm.ROOT.resolve("agent/target/snarl-cloudwatch.jar");
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final String OFTEN = "cloudwatch.seconds=5";
  private static final String[] AWS = {
    "-Daws.region=eu-central-1",
    "-Daws.accessKeyId=test",
    "-Daws.secretAccessKey=test",
    "-Daws.endpointUrl=http://127.0.0.1:1"
  };

  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  /** What a CloudWatch agent would take. */
  private static final class Listener implements AutoCloseable {
    private final ServerSocket server;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    Listener(int port) throws IOException {
      server = new ServerSocket(port, 10, InetAddress.getLoopbackAddress());
      Thread thread = new Thread(this::accept, "listener");
      thread.setDaemon(true);
      thread.start();
    }

    private void accept() {
      while (!server.isClosed()) {
        try (Socket socket = server.accept();
            BufferedReader in =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8))) {
          in.lines().forEach(lines::add);
        } catch (IOException closed) {
          return;
        }
      }
    }

    JsonObject await(String part) {
      return Deadline.in(PATIENCE)
          .until(
              () -> part + " in " + lines,
              () ->
                  lines.stream()
                      .filter(line -> line.contains(part))
                      .findFirst()
                      .map(line -> JsonParser.parseString(line).getAsJsonObject())
                      .orElse(null));
    }

    @Override
    public void close() throws IOException {
      server.close();
    }
  }

  @OnJdk
  void aFindingReachesTheCloudWatchAgentOverTcp(Jdk jdk) throws IOException {
    try (Listener listener = new Listener(0);
        Running program =
            ForkedJvm.on(jdk)
                .agent(
                    "cloudwatch=emf:tcp://127.0.0.1:" + listener.server.getLocalPort(),
                    OFTEN,
                    "cloudwatch.namespace=Acme",
                    "application=orders")
                .start(Deadlock.class)) {
      JsonObject line = listener.await("\"rule\":\"pool-deadlock\"");
      assertThat(line.get("snarl_findings").getAsJsonObject().get("Max").getAsInt()).isEqualTo(1);
      assertThat(line.get("application").getAsString()).isEqualTo("orders");
      assertThat(line.get("severity").getAsString()).isEqualTo("critical");
      assertThat(line.get("site").getAsString()).contains("Deadlock.java");
      assertThat(line.get("_aws").toString())
          .contains("\"Namespace\":\"Acme\"", "\"LogGroupName\":\"/snarl/metrics\"");
      listener.await("\"snarl_pool_deadlocks\":");
      assertThat(program.exit().err()).noneMatch(text -> text.contains("metrics"));
    }
  }

  @Test
  void onStandardOutputEachLineIsWholeAndTheLastComesAtTheExit() {
    try (Running program = here().agent("port=0", "cloudwatch=emf:stdout").start(Hello.class)) {
      Deadline.in(PATIENCE)
          .until(
              () -> "no snapshot yet",
              () -> program.get("/metrics").contains("snarl_pool_deadlocks") ? "seen" : null);
      Exit exit = program.exit();
      assertThat(exit.code()).isZero();
      List<String> lines = exit.out().stream().filter(line -> line.startsWith("{")).toList();
      assertThat(exit.out()).hasSize(lines.size() + 1).contains("hello");
      assertThat(lines)
          .isNotEmpty()
          .allSatisfy(
              line ->
                  assertThat(JsonParser.parseString(line).getAsJsonObject().has("_aws")).isTrue());
    }
  }

  @Test
  void whenNobodyListensThatIsOneLineAndItGoesOnWhenSomebodyDoes() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    try (Running program =
        here().agent("cloudwatch=emf:tcp://127.0.0.1:" + port, OFTEN).start(Deadlock.class)) {
      program.awaitErr(
          Pattern.compile("snarl: metrics do not reach emf:tcp://.*, trying again: .*refused.*"));
      try (Listener listener = new Listener(port)) {
        listener.await("\"rule\":\"pool-deadlock\"");
        program.awaitErr(Pattern.compile("snarl: metrics reach emf:tcp://.* again; lost: 0"));
      }
      Exit exit = program.exit();
      assertThat(exit.code()).isZero();
      assertThat(exit.err().stream().filter(line -> line.contains("emf:tcp"))).hasSize(2);
    }
  }

  @Tag("full")
  @Test
  void aFullDiskBehindStandardOutputIsOneLine() {
    Assumptions.assumeTrue(Files.exists(Path.of("/dev/full")), "no /dev/full here");
    try (Running program =
        here()
            .under("/bin/sh", "-c", "exec \"$@\" >/dev/full", "sh")
            .agent("cloudwatch=emf:stdout", OFTEN)
            .start(Hello.class)) {
      program.awaitErr(Pattern.compile("snarl: metrics do not reach emf:stdout, trying again: .*"));
      Exit exit = program.exit();
      assertThat(exit.code()).isZero();
      assertThat(exit.err()).filteredOn(line -> line.contains("emf:stdout")).hasSize(1);
    }
  }

  @Test
  void withoutTheOptionalJarThatIsOneLineAndAllElseWorks() {
    try (Running program =
        here()
            .agent("port=0", "cloudwatch=put", "cloudwatch.jar=" + folder.resolve("none.jar"))
            .start(Hello.class)) {
      program.awaitErr(
          Pattern.compile("snarl: no metrics to CloudWatch: there is no .*none.jar; put .*"));
      assertThat(program.get("/healthz")).isNotEmpty();
      assertThat(program.exit().code()).isZero();
    }
  }

  @Tag("full")
  @Test
  void aJarThatIsNoneOfOursIsOneLine() throws IOException {
    Path jar = Files.writeString(folder.resolve("other.jar"), "no jar");
    try (Running program =
        here().agent("cloudwatch=put", "cloudwatch.jar=" + jar, OFTEN).start(Hello.class)) {
      program.awaitErr(Pattern.compile("snarl: metrics do not reach put .*is not the jar.*"));
      assertThat(program.exit().code()).isZero();
    }
  }

  @OnJdk({17, 25})
  void anUnreachableCloudWatchIsOneLineAndNothingIsLeftAfterDetach(Jdk jdk) throws IOException {
    Assumptions.assumeTrue(Files.exists(PUT_JAR), "no " + PUT_JAR);
    ForkedJvm jvm = ForkedJvm.on(jdk).flags(AWS).attachable();
    try (Running program = jvm.agent("port=0", "cloudwatch=put", OFTEN).start(Deadlock.class)) {
      program.awaitErr(
          Pattern.compile("snarl: metrics do not reach put .CloudWatch., trying again: .*"));
      assertThat(program.get("/metrics")).contains("snarl_agent_dropped_total{", "cloudwatch");
      Exit detach = here().command("detach", Long.toString(program.pid()));
      assertThat(detach.code()).as("detach: %s", detach).isZero();
      try (var files = Files.list(Path.of("/proc/" + program.pid() + "/fd"))) {
        assertThat(files.map(CloudWatchTest::target))
            .noneMatch(file -> file.endsWith("snarl-cloudwatch.jar"));
      }
      Exit exit = program.exit();
      assertThat(exit.code()).isZero();
      assertThat(exit.err().stream().filter(line -> line.contains("put (CloudWatch)"))).hasSize(1);
      assertThat(exit.err()).allMatch(line -> line.startsWith("snarl: "));
    }
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException gone) {
      return "";
    }
  }

  private static ForkedJvm here() {
    return ForkedJvm.on(Jdk.of(17));
  }
}
