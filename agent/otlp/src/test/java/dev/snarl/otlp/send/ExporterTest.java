package dev.snarl.otlp.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.chains.ChainTree;
import dev.snarl.chains.End;
import dev.snarl.chains.Link;
import dev.snarl.otlp.News;
import dev.snarl.otlp.OtlpSource;
import dev.snarl.rules.Finding;
import dev.snarl.rules.Severity;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.logs.v1.LogRecord;
import io.opentelemetry.proto.logs.v1.SeverityNumber;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.Unit;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The exporter against a real server, with the protocol's own messages. */
@Timeout(120)
class ExporterTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Instant SEEN = Instant.parse("2026-01-02T03:04:05.006Z");

  private final List<String> said = new CopyOnWriteArrayList<>();
  private final List<Thread> threads = new CopyOnWriteArrayList<>();
  private final Map<String, String> variables = new HashMap<>();
  private final Source source = new Source();

  @SuppressWarnings("NullAway.Init") // before each test
  private Receiver receiver;

  @SuppressWarnings("NullAway.Init") // in each test
  private Exporter exporter;

  private static final class Source implements OtlpSource {
    private final ChainTree tree = new ChainTree(100);
    private MetricSnapshots metrics = new MetricSnapshots();

    @Override
    public String application() {
      return "shop.jar";
    }

    @Override
    public MetricSnapshots metrics() {
      return metrics;
    }

    @Override
    public ChainTree chains() {
      return tree;
    }
  }

  @BeforeEach
  void receive() throws IOException {
    receiver = new Receiver();
    variables.put("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.address());
    variables.put("OTEL_EXPORTER_OTLP_TIMEOUT", "1000");
  }

  @AfterEach
  void nothingIsLeft() throws InterruptedException {
    exporter.close();
    for (Thread thread : threads) {
      thread.join(PATIENCE.toMillis());
      assertThat(thread.isAlive()).as(thread.getName()).isFalse();
    }
    receiver.close();
  }

  private void start() throws IOException {
    exporter =
        new Exporter(
            new Environment(variables::get),
            source,
            "",
            (work, name) -> {
              Thread thread = new Thread(work, name);
              threads.add(thread);
              return thread;
            },
            said::add);
  }

  private void flush(News... news) throws InterruptedException {
    exporter.flush(List.of(news), PATIENCE);
  }

  private void until(BooleanSupplier state) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!state.getAsBoolean()) {
      assertThat(System.nanoTime() - end).as("said %s", said).isNegative();
      Thread.onSpinWait();
    }
  }

  private static News news(News.State state) {
    Finding finding =
        new Finding(
            "async-blocking-pair",
            Severity.CRITICAL,
            "shop.jar",
            "com.example.RunController.run(RunController.java:24)",
            "2 threads held for 1 job",
            SEEN,
            SEEN.plusMillis(2_500),
            7,
            Map.of("certainty", "certain", "threads", 2, "cycle", List.of(Map.of("thread", "a"))),
            Map.of("minSeconds", 1.0),
            "return the future",
            "docs/findings/async-blocking-pair.md",
            "abc",
            state == News.State.RESOLVED);
    return new News(state, finding);
  }

  private static Map<String, AnyValue> attributes(List<KeyValue> list) {
    return list.stream().collect(Collectors.toMap(KeyValue::getKey, KeyValue::getValue));
  }

  private static AnyValue value(Map<String, AnyValue> attributes, String name) {
    return Objects.requireNonNull(attributes.get(name), () -> name + " in " + attributes);
  }

  @Test
  void aFindingIsALogRecordWhenItOpensAndWhenItIsResolved() throws Exception {
    variables.put("OTEL_SERVICE_NAME", "shop");
    start();
    flush(news(News.State.OPENED), news(News.State.RESOLVED));
    LogRecord opened = receiver.records().get(0);
    assertThat(opened.getEventName()).isEqualTo("snarl.finding");
    assertThat(opened.getBody().getStringValue())
        .isEqualTo(
            "async-blocking-pair at com.example.RunController.run(RunController.java:24):"
                + " 2 threads held for 1 job");
    assertThat(opened.getSeverityNumber()).isEqualTo(SeverityNumber.SEVERITY_NUMBER_ERROR);
    assertThat(opened.getSeverityText()).isEqualTo("CRITICAL");
    assertThat(opened.getTimeUnixNano()).isEqualTo(SEEN.toEpochMilli() * 1_000_000);
    Map<String, AnyValue> attributes = attributes(opened.getAttributesList());
    assertThat(value(attributes, "snarl.rule").getStringValue()).isEqualTo("async-blocking-pair");
    assertThat(value(attributes, "snarl.severity").getStringValue()).isEqualTo("critical");
    assertThat(value(attributes, "snarl.finding.state").getStringValue()).isEqualTo("opened");
    assertThat(value(attributes, "snarl.finding.seconds").getDoubleValue()).isEqualTo(2.5);
    assertThat(value(attributes, "snarl.finding.count").getIntValue()).isEqualTo(7);
    assertThat(value(attributes, "snarl.evidence.certainty").getStringValue()).isEqualTo("certain");
    assertThat(value(attributes, "snarl.evidence.threads").getIntValue()).isEqualTo(2);
    assertThat(
            value(attributes, "snarl.evidence.cycle")
                .getArrayValue()
                .getValues(0)
                .getKvlistValue()
                .getValues(0)
                .getValue()
                .getStringValue())
        .isEqualTo("a");
    assertThat(value(attributes, "code.function.name").getStringValue())
        .isEqualTo("com.example.RunController.run");
    assertThat(value(attributes, "code.file.path").getStringValue())
        .isEqualTo("RunController.java");
    assertThat(value(attributes, "code.line.number").getIntValue()).isEqualTo(24);
    LogRecord resolved = receiver.records().get(1);
    assertThat(resolved.getBody().getStringValue()).startsWith("resolved: async-blocking-pair at");
    assertThat(resolved.getSeverityNumber()).isEqualTo(SeverityNumber.SEVERITY_NUMBER_INFO);
    Map<String, AnyValue> resource =
        attributes(receiver.logs.get(0).getResourceLogs(0).getResource().getAttributesList());
    assertThat(value(resource, "service.name").getStringValue()).isEqualTo("shop");
    assertThat(resource)
        .containsKeys("service.instance.id", "host.name", "process.pid", "process.runtime.version");
  }

  @Test
  void theWidestChainsAreEventsWithoutThoseThatAreIdle() throws Exception {
    source.tree.add(List.of(Link.text("web-# in get()"), Link.text("Thread-#")), End.PROCESS, 30);
    source.tree.add(List.of(Link.text("pool-#")), End.IDLE, 500);
    for (int i = 0; i < 30; i++) {
      source.tree.add(List.of(Link.text("other-" + i)), End.SOCKET, 1);
    }
    start();
    flush();
    assertThat(receiver.records()).hasSize(LogsRequest.MOST_CHAINS);
    LogRecord widest = receiver.records().get(0);
    assertThat(widest.getEventName()).isEqualTo("snarl.chain");
    assertThat(widest.getBody().getStringValue()).isEqualTo("web-# in get() → Thread-# [process]");
    Map<String, AnyValue> attributes = attributes(widest.getAttributesList());
    assertThat(value(attributes, "snarl.chain.end").getStringValue()).isEqualTo("process");
    assertThat(value(attributes, "snarl.chain.thread_seconds").getDoubleValue()).isEqualTo(30);
    assertThat(value(attributes, "snarl.chain.frames").getArrayValue().getValuesList())
        .extracting(AnyValue::getStringValue)
        .containsExactly("web-# in get()", "Thread-#");
    assertThat(receiver.records())
        .noneMatch(record -> record.getBody().getStringValue().contains("idle"));
  }

  @Test
  void metricsKeepTheirNamesAndTheJvmHasThoseOfTheConventionsToo() throws Exception {
    Labels pool = Labels.of("application", "shop", "area", "heap", "id", "G1 Eden Space");
    source.metrics =
        MetricSnapshots.of(
            CounterSnapshot.builder()
                .name("snarl_blocked_seconds")
                .unit(new Unit("seconds"))
                .help("Time")
                .dataPoint(
                    CounterSnapshot.CounterDataPointSnapshot.builder()
                        .labels(Labels.of("site", "A.b(A.java:1)"))
                        .value(3.5)
                        .build())
                .build(),
            GaugeSnapshot.builder()
                .name("executor_queued_tasks")
                .dataPoint(gauge(Labels.of("name", "unknown"), Double.NaN))
                .dataPoint(gauge(Labels.of("name", "a"), 4))
                .build(),
            GaugeSnapshot.builder()
                .name("jvm_memory_used_bytes")
                .unit(new Unit("bytes"))
                .dataPoint(gauge(pool, 1_000))
                .build(),
            GaugeSnapshot.builder()
                .name("jvm_memory_max_bytes")
                .unit(new Unit("bytes"))
                .dataPoint(gauge(pool, -1))
                .build(),
            GaugeSnapshot.builder()
                .name("jvm_threads_states_threads")
                .dataPoint(gauge(Labels.of("state", "timed-waiting"), 6))
                .build(),
            SummarySnapshot.builder()
                .name("jvm_gc_pause_seconds")
                .unit(new Unit("seconds"))
                .dataPoint(
                    SummarySnapshot.SummaryDataPointSnapshot.builder()
                        .labels(Labels.of("gc", "G1", "action", "end of minor GC", "cause", "x"))
                        .count(3)
                        .sum(0.25)
                        .build())
                .build(),
            new HistogramSnapshot(
                new io.prometheus.metrics.model.snapshots.MetricMetadata(
                    "snarl_executor_run_seconds", "Runs", new Unit("seconds")),
                List.of(
                    new HistogramDataPointSnapshot(
                        ClassicHistogramBuckets.of(
                            List.of(0.1, Double.POSITIVE_INFINITY), List.of(5L, 2L)),
                        1.5,
                        Labels.of("name", "a"),
                        null,
                        0L))));
    start();
    flush();
    var request = receiver.metrics.get(0);
    Metric blocked = Receiver.metric(request, "snarl_blocked_seconds_total");
    assertThat(blocked.getUnit()).isEqualTo("s");
    assertThat(blocked.getSum().getIsMonotonic()).isTrue();
    assertThat(blocked.getSum().getAggregationTemporality()).isEqualTo(MetricsRequest.cumulative());
    assertThat(blocked.getSum().getDataPoints(0).getAsDouble()).isEqualTo(3.5);
    assertThat(blocked.getSum().getDataPoints(0).getStartTimeUnixNano()).isPositive();
    Metric queued = Receiver.metric(request, "executor_queued_tasks");
    assertThat(queued.getGauge().getDataPointsList()).hasSize(1);
    Metric runs = Receiver.metric(request, "snarl_executor_run_seconds");
    assertThat(runs.getHistogram().getDataPoints(0).getBucketCountsList()).containsExactly(5L, 2L);
    assertThat(runs.getHistogram().getDataPoints(0).getExplicitBoundsList()).containsExactly(0.1);
    assertThat(runs.getHistogram().getDataPoints(0).getCount()).isEqualTo(7);
    Metric used = Receiver.metric(request, "jvm.memory.used");
    assertThat(used.getUnit()).isEqualTo("By");
    assertThat(attributes(used.getSum().getDataPoints(0).getAttributesList()))
        .containsKeys("area", "id", "jvm.memory.type", "jvm.memory.pool.name");
    Metric collections = Receiver.metric(request, "jvm.gc.duration");
    assertThat(collections.getHistogram().getDataPoints(0).getCount()).isEqualTo(3);
    Metric states = Receiver.metric(request, "jvm.thread.count");
    assertThat(
            value(
                    attributes(states.getSum().getDataPoints(0).getAttributesList()),
                    "jvm.thread.state")
                .getStringValue())
        .isEqualTo("timed_waiting");
    assertThat(Receiver.metric(request, "jvm.cpu.time").getSum().getDataPoints(0).getAsDouble())
        .isPositive();
    assertThat(request.getResourceMetrics(0).getScopeMetrics(0).getMetricsList())
        .extracting(Metric::getName)
        .doesNotContain("jvm_memory_used_bytes", "jvm.memory.limit")
        .contains("jvm_gc_pause_seconds", "jvm_memory_max_bytes", "jvm.cpu.count");
  }

  private static GaugeSnapshot.GaugeDataPointSnapshot gauge(Labels labels, double value) {
    return GaugeSnapshot.GaugeDataPointSnapshot.builder().labels(labels).value(value).build();
  }

  @Test
  void headersAndCompressionAreThoseOfTheVariables() throws Exception {
    variables.put("OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20x");
    variables.put("OTEL_EXPORTER_OTLP_COMPRESSION", "gzip");
    start();
    flush(news(News.State.OPENED));
    assertThat(receiver.records()).hasSize(1);
    assertThat(receiver.headers.get(0))
        .containsEntry("Authorization", List.of("Bearer x"))
        .containsEntry("Content-encoding", List.of("gzip"))
        .containsEntry("Content-type", List.of("application/x-protobuf"));
  }

  @Test
  void metricsAreSentOnceAPeriodAndFindingsAtOnce() throws Exception {
    source.metrics =
        MetricSnapshots.of(
            GaugeSnapshot.builder().name("a").dataPoint(gauge(Labels.EMPTY, 1)).build());
    variables.put("OTEL_METRIC_EXPORT_INTERVAL", "3600000");
    start();
    exporter.tick(List.of(news(News.State.OPENED)));
    until(() -> receiver.records().size() == 1);
    assertThat(receiver.metrics).isEmpty();
    exporter.close();
    variables.put("OTEL_METRIC_EXPORT_INTERVAL", "1");
    start();
    until(
        () -> {
          exporter.tick(List.of());
          return receiver.metrics.size() >= 2;
        });
  }

  @Test
  void aReceiverThatIsBusyGetsItLater() throws Exception {
    receiver.will(503, "Retry-After", "1");
    receiver.will(429);
    receiver.will(502);
    receiver.will(504);
    start();
    exporter.tick(List.of(news(News.State.OPENED)));
    until(() -> receiver.records().size() == 1 && said.size() == 2);
    assertThat(receiver.headers).hasSize(5);
    assertThat(said.get(0)).contains("findings do not reach http://127.0.0.1:", "HTTP 503");
    assertThat(said.get(1)).endsWith("again; lost: 0");
    assertThat(exporter.lost()).isZero();
  }

  @Test
  void aReceiverThatRefusesGetsItOnlyOnceAndItIsCounted() throws Exception {
    receiver.will(400);
    receiver.will(401, "WWW-Authenticate", "Basic");
    receiver.will(307, "Location", receiver.address() + "/elsewhere");
    start();
    for (int i = 1; i <= 3; i++) {
      exporter.tick(List.of(news(News.State.OPENED)));
      int lost = i;
      until(() -> exporter.lost() == lost && said.size() == 1);
    }
    assertThat(receiver.headers).hasSize(3);
    assertThat(said).hasSize(1);
    assertThat(said.get(0)).contains("refuses findings, they are dropped: HTTP 400");
  }

  @Test
  void whatAnAcceptedRequestRejectsIsCounted() throws Exception {
    receiver.rejects(2, "too old");
    start();
    exporter.tick(
        List.of(news(News.State.OPENED), news(News.State.CHANGED), news(News.State.RESOLVED)));
    until(() -> exporter.lost() == 2 && said.size() == 1);
    assertThat(said.get(0)).contains("2 of them: too old");
  }

  @Test
  void aReceiverThatHangsIsLeftAndDelaysNothingOfTheOtherSignal() throws Exception {
    receiver.will(Receiver.HANGS);
    source.metrics =
        MetricSnapshots.of(
            GaugeSnapshot.builder().name("a").dataPoint(gauge(Labels.EMPTY, 1)).build());
    start();
    exporter.tick(List.of(news(News.State.OPENED)));
    until(() -> receiver.headers.size() == 1);
    exporter.flush(List.of(), Duration.ZERO);
    until(() -> !receiver.metrics.isEmpty());
    until(() -> receiver.records().size() == 1);
    assertThat(said.get(0)).contains("findings do not reach", "timed out");
  }

  @Test
  void aReceiverThatDripsIsLeftWhenItsTimeIsOver() throws Exception {
    try (ServerSocket drips = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      variables.put("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:" + drips.getLocalPort());
      Thread dripping = new Thread(() -> drip(drips));
      dripping.setDaemon(true);
      dripping.start();
      start();
      exporter.tick(List.of(news(News.State.OPENED)));
      until(
          () -> {
            exporter.tick(List.of());
            return said.size() == 1;
          });
    }
    assertThat(said.get(0)).contains("findings do not reach");
  }

  private static void drip(ServerSocket server) {
    try (var socket = server.accept()) {
      socket
          .getOutputStream()
          .write("HTTP/1.1 ".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
      while (true) {
        socket.getOutputStream().write('x');
        Thread.sleep(100);
      }
    } catch (IOException | InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aClosedPortIsSaidOnceForEachSignal() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    variables.put("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:" + port);
    start();
    flush(news(News.State.OPENED));
    exporter.tick(List.of(news(News.State.RESOLVED)));
    until(() -> said.size() == 2);
    assertThat(said).allMatch(line -> line.contains("trying again: Connection refused"));
    assertThat(receiver.headers).isEmpty();
  }

  @Test
  void aSignalThatIsSwitchedOffIsNotSent() throws Exception {
    variables.put("OTEL_LOGS_EXPORTER", "none");
    variables.put("OTEL_METRICS_EXPORTER", "none");
    start();
    flush(news(News.State.OPENED));
    assertThat(threads).isEmpty();
    assertThat(receiver.headers).isEmpty();
  }

  @Test
  void whenTheReceiverWantsAPauseItIsReadAsSecondsOrDate() throws IOException {
    start();
    assertThat(HttpDelivery.pause("7")).isEqualTo(Duration.ofSeconds(7));
    assertThat(HttpDelivery.pause("Wed, 21 Oct 2015 07:28:00 GMT")).isZero();
    assertThat(HttpDelivery.pause("Fri, 21 Oct 2044 07:28:00 GMT")).isGreaterThan(PATIENCE);
    assertThat(HttpDelivery.pause("soon")).isZero();
    assertThat(HttpDelivery.pause(null)).isZero();
  }
}
