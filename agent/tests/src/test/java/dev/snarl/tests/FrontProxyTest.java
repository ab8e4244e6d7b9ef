package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.programs.SlowServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real nginx in front: its limit is named while it is too small, and refuted when it is not. */
class FrontProxyTest {
  private static final Pattern PORT = Pattern.compile("port (\\d+)");
  private static final int VISITORS = 100;
  private static final byte[] REQUEST =
      "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
          .getBytes(StandardCharsets.US_ASCII);

  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  @Test
  void tooFewWorkerConnectionsAreFoundAndEnoughOfThemAreRefuted() throws IOException {
    Path binary = nginx();
    try (Running program = ForkedJvm.on(Jdk.of(17)).agent("port=0").start(SlowServer.class)) {
      int port = Integer.parseInt(program.awaitOut(PORT).group(1));
      String agent = program.address().toString();

      Exit small = doctorBehind(binary, port, 64, agent);
      assertThat(small.code()).as("%s", small).isEqualTo(1);
      assertThat(small.out())
          .anyMatch(
              line ->
                  line.startsWith("true      front-proxy-limit")
                      && line.contains("64 worker_connections are not enough")
                      && line.contains("1 worker × 64 connections, so at most 32 requests"));

      Exit large = doctorBehind(binary, port, 4_096, agent);
      assertThat(large.out())
          .as("%s", large)
          .anyMatch(line -> line.startsWith("false     front-proxy-limit"));
    }
  }

  /** Runs an nginx of its own on loopback, puts some load on it, and asks the doctor. */
  private Exit doctorBehind(Path binary, int port, int connections, String agent, Duration load)
      throws IOException {
    Path prefix = Files.createDirectories(folder.resolve("nginx-" + connections));
    Path log = prefix.resolve("error.log");
    Path conf = prefix.resolve("nginx.conf");
    int front = freePort();
    Files.writeString(prefix.resolve("limits.conf"), "worker_connections " + connections + ";\n");
    Files.writeString(
        conf,
        """
        daemon off; master_process off; worker_processes 1;
        pid nginx.pid; error_log error.log warn;
        events { include limits.conf; }
        http {
          access_log off;
          client_body_temp_path a; proxy_temp_path b; fastcgi_temp_path c;
          uwsgi_temp_path d; scgi_temp_path e;
          server { listen 127.0.0.1:%d; location / { proxy_pass http://127.0.0.1:%d; } }
        }
        """
            .formatted(front, port));
    try (Running nginx =
        new Running(
            new ProcessBuilder(
                    binary.toString(),
                    "-p",
                    prefix + "/",
                    "-c",
                    conf.toString(),
                    "-e",
                    log.toString())
                .start())) {
      visit(nginx, front);
      return ForkedJvm.on(Jdk.of(17))
          .command("doctor", agent, "--nginx-log", log.toString(), "--nginx-conf", conf.toString());
    }
  }

  /** Visitors come one after the other and stay until all have an answer. */
  private static void visit(Running nginx, int front) throws IOException {
    Deadline.in(Duration.ofSeconds(30)).until(() -> nginx.err().toString(), () -> reached(front));
    List<Socket> visitors = new ArrayList<>();
    for (int i = 0; i < VISITORS; i++) {
      Socket visitor = new Socket(InetAddress.getLoopbackAddress(), front);
      visitor.getOutputStream().write(REQUEST);
      visitors.add(visitor);
    }
    for (Socket visitor : visitors) {
      try (visitor) {
        visitor.getInputStream().readAllBytes();
      } catch (IOException dropped) {
        // As it must be for some, behind a proxy that is too small.
      }
    }
  }

  private static @Nullable Boolean reached(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return null;
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static Path nginx() {
    String path = System.getenv().getOrDefault("PATH", "");
    List<Path> found =
        Stream.concat(Stream.of(path.split(":")), Stream.of("/usr/sbin"))
            .map(each -> Path.of(each, "nginx"))
            .filter(Files::isExecutable)
            .toList();
    Assumptions.assumeFalse(found.isEmpty(), "there is no nginx here");
    return found.get(0);
  }
}
