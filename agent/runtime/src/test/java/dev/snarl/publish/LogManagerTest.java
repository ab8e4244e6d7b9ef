package dev.snarl.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.metrics.MetricsRegistry;
import dev.snarl.observe.live.AgentThread;
import dev.snarl.rules.Severity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server's start script names a LogManager that only the server's own code can load. Whoever
 * touches java.util.logging first makes the JVM complain and fall back to its own for good.
 */
class LogManagerTest {

  /** Publishes everything once; with an argument, logs a line as the control. */
  static final class Program {
    private Program() {}

    public static void main(String[] arguments) throws IOException {
      if (arguments.length > 0) {
        Logger.getLogger("control").fine("control");
        return;
      }
      Board board = new Board();
      board.post(
          new View(
              "x",
              Sample.snapshot(),
              List.of(Sample.finding("pool-deadlock", Severity.CRITICAL, 1, false))));
      try (MetricsRegistry metrics = new MetricsRegistry("x", Map::of);
          HttpApi api =
              new HttpApi(
                  new Endpoint("127.0.0.1", 0, null, false, true),
                  board,
                  metrics,
                  work -> new AgentThread(work, "snarl-http"),
                  line -> System.out.println(line))) {
        int port = URI.create(String.valueOf(api.start())).getPort();
        for (String path : List.of("/metrics", "/api/waits", "/api/findings")) {
          System.out.println(status(port, path));
        }
      }
    }

    private static String status(int port, String path) throws IOException {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return all.substring(0, all.indexOf('\r'));
      }
    }
  }

  private final Path folder;

  LogManagerTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private String run(String... arguments) throws IOException, InterruptedException {
    Path configuration = Files.writeString(folder.resolve("logging.properties"), "handlers=\n");
    Path said = folder.resolve("said");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Djava.util.logging.config.file=" + configuration);
    command.add("-Djava.util.logging.manager=of.the.Server");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(Program.class.getName());
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();
    assertThat(process.waitFor()).as(Files.readString(said)).isZero();
    return Files.readString(said);
  }

  @Test
  void publishingLeavesTheChoiceOfLogManagerToTheApplication()
      throws IOException, InterruptedException {
    assertThat(run()).isEqualTo("HTTP/1.1 200 OK\n".repeat(3));
  }

  @Test
  void theControlIsSeen() throws IOException, InterruptedException {
    assertThat(run("log")).contains("Could not load Logmanager \"of.the.Server\"");
  }
}
