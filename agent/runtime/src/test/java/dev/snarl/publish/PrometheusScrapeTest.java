package dev.snarl.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.metrics.MetricsRegistry;
import dev.snarl.observe.live.AgentThread;
import dev.snarl.rules.Severity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real Prometheus, which asks for OpenMetrics first, scrapes the agent with a token. */
class PrometheusScrapeTest {
  private static final Path PROMETHEUS = Path.of("/usr/bin/prometheus");
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  @Test
  void aRealPrometheusScrapesEverything(@TempDir Path folder)
      throws IOException, InterruptedException {
    if (!Files.isExecutable(PROMETHEUS)) {
      System.err.println("SKIPPED: prometheus is not installed (Debian package prometheus)");
      return;
    }
    Board board = new Board();
    board.post(
        new View(
            "runner",
            Sample.snapshot(),
            List.of(Sample.finding("pool-deadlock", Severity.CRITICAL, 1, false))));
    try (MetricsRegistry metrics = new MetricsRegistry("runner", Map::of);
        HttpApi api =
            new HttpApi(
                new Endpoint("127.0.0.1", 0, "s3cret", false, true),
                board,
                metrics,
                work -> new AgentThread(work, "snarl-http"),
                line -> System.err.println(line))) {
      URI target = URI.create(String.valueOf(api.start()));
      int port = freePort();
      Process prometheus = start(folder, target, port);
      try {
        assertThat(ask(prometheus, port, "query?query=snarl_findings", "pool-deadlock"))
            .contains("\"rule\":\"pool-deadlock\"", "\"application\":\"runner\"");
        assertThat(ask(prometheus, port, "query?query=up", "\"1\"")).contains("\"1\"");
        assertThat(ask(prometheus, port, "metadata?metric=snarl_blocked_seconds", "counter"))
            .as("OpenMetrics names a counter without its suffix")
            .contains("\"type\":\"counter\"");
      } finally {
        prometheus.destroyForcibly().waitFor();
      }
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static Process start(Path folder, URI target, int port) throws IOException {
    String configuration =
        """
        global: {scrape_interval: 1s, scrape_timeout: 1s}
        scrape_configs:
          - job_name: snarl
            authorization: {credentials: s3cret}
            static_configs: [{targets: ["%s"]}]
        """
            .formatted(target.getAuthority());
    Path file = Files.writeString(folder.resolve("prometheus.yml"), configuration);
    return new ProcessBuilder(
            PROMETHEUS.toString(),
            "--config.file=" + file,
            "--web.listen-address=127.0.0.1:" + port,
            "--storage.tsdb.path=" + folder.resolve("data"))
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("log").toFile())
        .start();
  }

  /** Asks again until the answer holds a text; returns the last answer. */
  private static String ask(Process prometheus, int port, String path, String wanted)
      throws InterruptedException {
    HttpClient client = HttpClient.newHttpClient();
    URI address = URI.create("http://127.0.0.1:" + port + "/api/v1/" + path);
    String answer = "none";
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (System.nanoTime() - end < 0 && !answer.contains(wanted)) {
      try {
        answer =
            client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString()).body();
      } catch (IOException e) {
        answer = e.toString();
      }
      if (prometheus.waitFor(100, TimeUnit.MILLISECONDS)) {
        return "prometheus ended with " + prometheus.exitValue();
      }
    }
    return answer;
  }
}
