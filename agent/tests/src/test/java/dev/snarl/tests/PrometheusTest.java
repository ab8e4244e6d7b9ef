package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.snarl.tests.programs.Deadlock;
import dev.snarl.tests.programs.TracedWait;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;

/** A real Prometheus scrapes the agent and answers queries about what it found. */
class PrometheusTest {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  @OnJdk
  void aRealPrometheusScrapesAndAnswers(Jdk jdk) throws IOException {
    try (Running program = ForkedJvm.on(jdk).agent("port=0").start(Deadlock.class)) {
      int port = freePort();
      try (Running prometheus = scraping(program, port)) {
        assertThat(value(prometheus, port, "up{job=\"snarl\"} == 1")).isEqualTo("1");
        assertThat(value(prometheus, port, "snarl_pool_deadlocks > 0")).isEqualTo("1");
        assertThat(value(prometheus, port, "sum(snarl_findings{rule=\"pool-deadlock\"})"))
            .isEqualTo("1");
        assertThat(value(prometheus, port, "executor_queued_tasks{name=\"order-#\"}"))
            .isEqualTo("2");
        assertThat(value(prometheus, port, "sum(snarl_agent_errors_total) or vector(0)"))
            .isEqualTo("0");
      }
    }
  }

  @OnJdk
  void aWaitsTraceIsAnExemplarThere(Jdk jdk) throws IOException {
    String traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
    try (Running program = ForkedJvm.on(jdk).agent("port=0").start(TracedWait.class, traceId)) {
      int port = freePort();
      try (Running prometheus = scraping(program, port, "--enable-feature=exemplar-storage")) {
        URI uri =
            URI.create(
                "http://127.0.0.1:%d/api/v1/query_exemplars?query=%s&start=%d&end=%d"
                    .formatted(
                        port,
                        "snarl_blocked_seconds_total",
                        Instant.now().minusSeconds(60).getEpochSecond(),
                        Instant.now().plusSeconds(600).getEpochSecond()));
        JsonObject series =
            Deadline.in(Duration.ofSeconds(40))
                .until(() -> get(uri) + "\n" + prometheus.err(), () -> exemplars(get(uri)));
        JsonObject labels = series.getAsJsonObject("seriesLabels");
        assertThat(labels.get("waiter").getAsString()).isEqualTo("request");
        assertThat(labels.get("site").getAsString()).contains("TracedWait.request(");
        JsonObject exemplar = series.getAsJsonArray("exemplars").get(0).getAsJsonObject();
        assertThat(exemplar.getAsJsonObject("labels").get("trace_id").getAsString())
            .isEqualTo(traceId);
        assertThat(exemplar.get("value").getAsDouble()).isPositive();
      }
    }
  }

  private static @Nullable JsonObject exemplars(Optional<String> body) {
    if (body.isEmpty()) {
      return null;
    }
    JsonArray series = JsonParser.parseString(body.get()).getAsJsonObject().getAsJsonArray("data");
    return series == null || series.isEmpty() ? null : series.get(0).getAsJsonObject();
  }

  private Running scraping(Running program, int port, String... flags) throws IOException {
    Path config = folder.resolve("prometheus.yml");
    Files.writeString(
        config,
        """
        global: {scrape_interval: 1s}
        scrape_configs:
          - job_name: snarl
            static_configs:
              - targets: ['%s']
        """
            .formatted(program.address().getAuthority()));
    List<String> command = new ArrayList<>(List.of(binary().toString(), "--config.file=" + config));
    command.add("--storage.tsdb.path=" + folder.resolve("data"));
    command.add("--web.listen-address=127.0.0.1:" + port);
    command.addAll(List.of(flags));
    return new Running(new ProcessBuilder(command).start());
  }

  /** The first answer that is not empty. */
  private static String value(Running prometheus, int port, String query) {
    URI uri =
        URI.create(
            "http://127.0.0.1:%d/api/v1/query?query=%s"
                .formatted(port, URLEncoder.encode(query, StandardCharsets.UTF_8)));
    return Deadline.in(Duration.ofSeconds(40))
        .until(() -> query + ": " + get(uri) + "\n" + prometheus.err(), () -> sample(get(uri)));
  }

  private static @Nullable String sample(Optional<String> body) {
    if (body.isEmpty()) {
      return null;
    }
    JsonObject answer = JsonParser.parseString(body.get()).getAsJsonObject();
    if (!answer.has("data")) {
      return null;
    }
    JsonArray results = answer.getAsJsonObject("data").getAsJsonArray("result");
    return results.isEmpty()
        ? null
        : results.get(0).getAsJsonObject().getAsJsonArray("value").get(1).getAsString();
  }

  private static Optional<String> get(URI uri) {
    HttpRequest request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(10)).build();
    try {
      HttpResponse<String> response = CLIENT.send(request, BodyHandlers.ofString());
      return response.statusCode() == 200 ? Optional.of(response.body()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private static Path binary() {
    return Stream.of((System.getenv("PATH") + ":/usr/bin").split(":"))
        .map(folder -> Path.of(folder, "prometheus"))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseGet(
            () -> {
              String message = "SKIPPED: no prometheus here; apt-get install prometheus";
              System.err.println(message);
              return Assumptions.abort(message);
            });
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
