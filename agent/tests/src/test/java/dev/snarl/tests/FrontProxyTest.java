package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.programs.SlowServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real nginx in front: its limit is named while it is too small, and refuted when it is not. */
class FrontProxyTest {
  private static final Pattern PORT = Pattern.compile("port (\\d+)");
  private static final int VISITORS = 100;

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
  private Exit doctorBehind(Path binary, int port, int connections, String agent)
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
        pid nginx.pid; error_log error.log;
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

  private static void visit(Running nginx, int front) {
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + front + "/"))
            .version(HttpClient.Version.HTTP_1_1)
            .timeout(Duration.ofSeconds(20))
            .build();
    Deadline.in(Duration.ofSeconds(30))
        .until(
            () -> nginx.err().toString(),
            () -> client.sendAsync(request, BodyHandlers.ofString()).handle((r, e) -> r).join());
    List<CompletableFuture<@Nullable HttpResponse<String>>> visits =
        IntStream.range(0, VISITORS)
            .mapToObj(
                i ->
                    client
                        .sendAsync(request, BodyHandlers.ofString())
                        .handle((response, failure) -> response))
            .toList();
    visits.forEach(CompletableFuture::join);
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
