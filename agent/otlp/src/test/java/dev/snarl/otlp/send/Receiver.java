package dev.snarl.otlp.send;

import com.google.protobuf.ByteString;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceResponse;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.logs.v1.LogRecord;
import io.opentelemetry.proto.metrics.v1.Metric;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.GZIPInputStream;

/** Takes what OpenTelemetry's protocol sends, and errs as a test says. */
final class Receiver implements AutoCloseable {
  static final int HANGS = 0;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch over = new CountDownLatch(1);
  private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
  final List<ExportMetricsServiceRequest> metrics = new CopyOnWriteArrayList<>();
  final List<ExportLogsServiceRequest> logs = new CopyOnWriteArrayList<>();
  final List<Map<String, List<String>>> headers = new CopyOnWriteArrayList<>();

  /** What one request gets; without any, all is well. */
  record Answer(int status, Map<String, String> headers, ByteString body) {}

  Receiver() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    server.setExecutor(threads);
    server.createContext("/", this::take);
    server.start();
  }

  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  void will(int status, String... header) {
    answers.add(
        new Answer(
            status,
            header.length == 0 ? Map.of() : Map.of(header[0], header[1]),
            ByteString.EMPTY));
  }

  void rejects(int records, String reason) {
    ExportLogsServiceResponse.Builder response = ExportLogsServiceResponse.newBuilder();
    response.getPartialSuccessBuilder().setRejectedLogRecords(records).setErrorMessage(reason);
    answers.add(new Answer(200, Map.of(), response.build().toByteString()));
  }

  private void take(HttpExchange exchange) throws IOException {
    headers.add(Map.copyOf(exchange.getRequestHeaders()));
    boolean packed = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
    byte[] body;
    try (InputStream in = exchange.getRequestBody()) {
      body = (packed ? new GZIPInputStream(in) : in).readAllBytes();
    }
    Answer answer = answers.poll();
    if (answer != null && answer.status() == HANGS) {
      try {
        over.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    int status = answer == null ? 200 : answer.status();
    if (status == 200) {
      if (exchange.getRequestURI().getPath().endsWith("v1/metrics")) {
        metrics.add(ExportMetricsServiceRequest.parseFrom(body));
      } else {
        logs.add(ExportLogsServiceRequest.parseFrom(body));
      }
    }
    if (answer != null) {
      answer.headers().forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
    }
    byte[] text = answer == null ? new byte[0] : answer.body().toByteArray();
    exchange.sendResponseHeaders(status, text.length == 0 ? -1 : text.length);
    exchange.getResponseBody().write(text);
    exchange.close();
  }

  List<LogRecord> records() {
    return logs.stream()
        .flatMap(request -> request.getResourceLogs(0).getScopeLogs(0).getLogRecordsList().stream())
        .toList();
  }

  static Metric metric(ExportMetricsServiceRequest request, String name) {
    return Objects.requireNonNull(
        request.getResourceMetrics(0).getScopeMetrics(0).getMetricsList().stream()
            .filter(metric -> metric.getName().equals(name))
            .findFirst()
            .orElse(null),
        () -> name + " in " + request);
  }

  @Override
  public void close() {
    over.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
