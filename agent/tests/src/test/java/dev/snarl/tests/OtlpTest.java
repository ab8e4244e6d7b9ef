package dev.snarl.tests;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.sun.net.httpserver.HttpServer;
import dev.snarl.tests.programs.Deadlock;
import dev.snarl.tests.programs.Hello;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.logs.v1.LogRecord;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged agent sends OpenTelemetry, and the application never notices if it cannot. */
class OtlpTest {
  private static final Path JAR = ForkedJvm.ROOT.resolve("agent/target/snarl-otlp.jar");
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final String[] OFTEN = {
    "-Dotel.metric.export.interval=2000", "-Dotel.service.name=orders"
  };

  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  @BeforeEach
  void needsTheJar() {
    Assumptions.assumeTrue(Files.exists(JAR), "no " + JAR);
  }

  /** A receiver that reads the published messages. */
  private static final class Collector implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger busy = new AtomicInteger();
    private final List<ExportMetricsServiceRequest> metrics = new CopyOnWriteArrayList<>();
    private final List<LogRecord> records = new CopyOnWriteArrayList<>();

    Collector() throws IOException {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
      server.setExecutor(threads);
      server.createContext(
          "/",
          exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            boolean refuses = busy.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
            if (!refuses && exchange.getRequestURI().getPath().equals("/v1/metrics")) {
              metrics.add(ExportMetricsServiceRequest.parseFrom(body));
            } else if (!refuses) {
              ExportLogsServiceRequest.parseFrom(body)
                  .getResourceLogsList()
                  .forEach(
                      of ->
                          of.getScopeLogsList()
                              .forEach(scope -> records.addAll(scope.getLogRecordsList())));
            }
            exchange.sendResponseHeaders(refuses ? 503 : 200, -1);
            exchange.close();
          });
      server.start();
    }

    String option() {
      return "otlp=http://127.0.0.1:" + server.getAddress().getPort();
    }

    LogRecord awaitRecord(String part) {
      return Deadline.in(PATIENCE)
          .until(
              () -> part + " in " + records,
              () ->
                  records.stream()
                      .filter(record -> record.toString().contains(part))
                      .findFirst()
                      .orElse(null));
    }

    ExportMetricsServiceRequest awaitMetrics(String name) {
      return Deadline.in(PATIENCE)
          .until(
              () -> name + " in " + metrics.size() + " messages",
              () ->
                  metrics.stream()
                      .filter(message -> message.toString().contains("\"" + name + "\""))
                      .findFirst()
                      .orElse(null));
    }

    @Override
    public void close() {
      server.stop(0);
      threads.shutdownNow();
    }
  }

  @OnJdk
  void metricsFindingsAndChainsArriveAndTheApplicationSeesNothing(Jdk jdk) throws IOException {
    try (Collector collector = new Collector();
        Running program =
            ForkedJvm.on(jdk).flags(OFTEN).agent(collector.option()).start(Deadlock.class)) {
      LogRecord finding = collector.awaitRecord("pool-deadlock");
      assertThat(finding.getEventName()).isEqualTo("snarl.finding");
      assertThat(finding.getBody().getStringValue()).startsWith("pool-deadlock at ");
      collector.awaitRecord("snarl.chain");
      ExportMetricsServiceRequest metrics = collector.awaitMetrics("snarl_pool_deadlocks");
      assertThat(metrics.toString())
          .contains("\"orders\"", "\"jvm.memory.used\"", "\"executor_queued_tasks\"");
      Exit exit = program.exit();
      assertThat(exit.code()).isZero();
      assertThat(exit.err()).as("no warning of the JVM").allMatch(l -> l.startsWith("snarl: "));
      assertThat(exit.err()).noneMatch(line -> line.contains("findings do not reach"));
    }
  }

  @Tag("full")
  @Test
  void aBusyReceiverGetsTheFindingLater() throws IOException {
    try (Collector collector = new Collector()) {
      collector.busy.set(3);
      try (Running program = here().flags(OFTEN).agent(collector.option()).start(Deadlock.class)) {
        program.awaitErr(Pattern.compile("snarl: findings do not reach http.*: HTTP 503"));
        collector.awaitRecord("pool-deadlock");
        program.awaitErr(Pattern.compile("snarl: findings reach http.* again; lost: 0"));
        assertThat(program.exit().code()).isZero();
      }
    }
  }

  @Test
  void whatHappenedLastIsSentAtTheExit() throws IOException {
    try (Collector collector = new Collector();
        Running program = here().agent("port=0", collector.option()).start(Hello.class)) {
      Deadline.in(PATIENCE)
          .until(
              () -> "no snapshot yet",
              () -> program.get("/metrics").contains("snarl_pool_deadlocks") ? "seen" : null);
      assertThat(program.exit().code()).isZero();
      collector.awaitMetrics("snarl_pool_deadlocks");
    }
  }

  @Test
  void grpcIsOneLine() {
    try (Running program =
        here().flags("-Dotel.exporter.otlp.protocol=grpc").agent("otlp=on").start(Hello.class)) {
      program.awaitErr(
          Pattern.compile(
              "snarl: nothing to OpenTelemetry: OTEL_EXPORTER_OTLP_PROTOCOL is grpc, and only"
                  + " http/protobuf is supported .*"));
      Exit exit = program.exit();
      assertThat(exit.code()).isZero();
      assertThat(exit.err()).filteredOn(line -> line.contains("grpc")).hasSize(1);
    }
  }

  @Test
  void withoutTheOptionalJarThatIsOneLineAndAllElseWorks() {
    try (Running program =
        here()
            .agent("port=0", "otlp=on", "otlp.jar=" + folder.resolve("none.jar"))
            .start(Hello.class)) {
      program.awaitErr(
          Pattern.compile("snarl: nothing to OpenTelemetry: there is no .*none.jar; put .*"));
      assertThat(program.get("/healthz")).isNotEmpty();
      assertThat(program.exit().code()).isZero();
    }
  }

  @Tag("full")
  @Test
  void aJarThatIsNoneOfOursIsOneLine() throws IOException {
    Path jar = Files.writeString(folder.resolve("other.jar"), "no jar");
    try (Running program = here().agent("otlp=on", "otlp.jar=" + jar).start(Hello.class)) {
      program.awaitErr(Pattern.compile("snarl: nothing to OpenTelemetry: .*is not the jar.*"));
      assertThat(program.exit().code()).isZero();
    }
  }

  @OnJdk({17, 25})
  void aClosedPortIsOneLineASignalAndNothingIsLeftAfterDetach(Jdk jdk) throws IOException {
    ForkedJvm jvm = ForkedJvm.on(jdk).flags(OFTEN).attachable();
    try (Running program = jvm.agent("port=0", "otlp=http://127.0.0.1:1").start(Deadlock.class)) {
      program.awaitErr(Pattern.compile("snarl: findings do not reach http.*, trying again: .*"));
      program.awaitErr(Pattern.compile("snarl: metrics do not reach http.*, trying again: .*"));
      assertThat(program.get("/metrics")).contains("snarl_agent_dropped_total{", "otlp");
      Exit detach = here().command("detach", Long.toString(program.pid()));
      assertThat(detach.code()).as("detach: %s", detach).isZero();
      try (Stream<Path> files = Files.list(Path.of("/proc/" + program.pid() + "/fd"))) {
        assertThat(files.map(OtlpTest::target)).noneMatch(file -> file.endsWith("snarl-otlp.jar"));
      }
      try (Stream<Path> tasks = Files.list(Path.of("/proc/" + program.pid() + "/task"))) {
        assertThat(tasks.map(OtlpTest::name)).noneMatch(name -> name.startsWith("snarl-otlp"));
      }
      Exit exit = program.exit();
      assertThat(exit.code()).isZero();
      assertThat(exit.err()).filteredOn(line -> line.contains("not reach")).hasSize(2);
      assertThat(exit.err()).allMatch(line -> line.startsWith("snarl: "));
    }
  }

  /** Every name on the page has a series there, under the same name. */
  @Test
  void aRealPrometheusHasTheNamesOfThePage() throws IOException {
    Path prometheus = prometheus();
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Path config = Files.writeString(folder.resolve("prometheus.yml"), "global: {}\n");
    List<String> command =
        new ArrayList<>(
            List.of(
                prometheus.toString(),
                "--config.file=" + config,
                "--storage.tsdb.path=" + folder.resolve("data"),
                "--web.listen-address=127.0.0.1:" + port,
                "--web.enable-otlp-receiver"));
    String metrics =
        "-Dotel.exporter.otlp.metrics.endpoint=http://127.0.0.1:%d/api/v1/otlp/v1/metrics";
    ForkedJvm jvm = here().flags(OFTEN).flags(metrics.formatted(port), "-Dotel.logs.exporter=none");
    try (Running server = new Running(new ProcessBuilder(command).start());
        Running program = jvm.agent("port=0", "otlp=on").start(Deadlock.class)) {
      String query = "snarl_pool_deadlocks{job=\"orders\"} > 0";
      Deadline.in(PATIENCE)
          .until(() -> query + server.err() + program.err(), () -> result(port, query));
      Set<String> page = new TreeSet<>();
      program
          .get("/metrics")
          .lines()
          .filter(line -> !line.startsWith("#") && !line.contains(" NaN"))
          .map(line -> line.split("[{ ]", 2)[0])
          .forEach(page::add);
      page.removeIf(name -> name.startsWith("snarl_jfr") || name.startsWith("snarl_finding_ev"));
      assertThat(page).hasSizeGreaterThan(40);
      Set<String> missing = new TreeSet<>(page);
      Deadline.in(PATIENCE)
          .until(
              () -> "missing: " + missing,
              () -> {
                missing.removeAll(names(port));
                return missing.isEmpty() ? "all" : null;
              });
      assertThat(names(port))
          .contains("jvm_thread_count", "jvm_cpu_time_seconds_total", "jvm_class_count");
      assertThat(program.exit().err()).noneMatch(line -> line.contains("refuses"));
    }
  }

  private static @Nullable JsonObject result(int port, String query) {
    JsonObject answer = get(port, "query?query=" + URLEncoder.encode(query, UTF_8));
    return answer == null || answer.getAsJsonObject("data").getAsJsonArray("result").isEmpty()
        ? null
        : answer;
  }

  private static Set<String> names(int port) {
    Set<String> names = new TreeSet<>();
    JsonObject answer = get(port, "label/__name__/values");
    if (answer != null) {
      answer.getAsJsonArray("data").forEach(name -> names.add(name.getAsString()));
    }
    return names;
  }

  private static @Nullable JsonObject get(int port, String path) {
    URI uri = URI.create("http://127.0.0.1:" + port + "/api/v1/" + path);
    try {
      HttpRequest request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(10)).build();
      var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
      return response.statusCode() == 200
          ? JsonParser.parseString(response.body()).getAsJsonObject()
          : null;
    } catch (IOException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  /** Debian's is older than the receiver: SNARL_PROMETHEUS3 names a newer one. */
  private static Path prometheus() {
    String message = "SKIPPED: no Prometheus 3 here; SNARL_PROMETHEUS3 names one";
    return Optional.ofNullable(System.getenv("SNARL_PROMETHEUS3"))
        .map(Path::of)
        .filter(Files::isExecutable)
        .orElseGet(
            () -> {
              System.err.println(message);
              return Assumptions.abort(message);
            });
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException gone) {
      return "";
    }
  }

  private static String name(Path task) {
    try {
      return Files.readString(task.resolve("comm")).strip();
    } catch (IOException gone) {
      return "";
    }
  }

  private static ForkedJvm here() {
    return ForkedJvm.on(Jdk.of(17));
  }
}
