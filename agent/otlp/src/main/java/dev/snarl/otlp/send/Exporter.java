package dev.snarl.otlp.send;

import dev.snarl.otlp.News;
import dev.snarl.otlp.OtlpExporter;
import dev.snarl.otlp.OtlpSource;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceResponse;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceResponse;
import io.opentelemetry.proto.logs.v1.LogRecord;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends all metrics once a period, findings within a second, and chains with the metrics. Metrics
 * and log records have a queue and a thread each, so that a receiver of one that hangs delays
 * nothing of the other.
 */
public final class Exporter implements OtlpExporter {
  private final OtlpSource source;
  private final long periodNanos;
  private final Origin origin;
  private final @Nullable Signal metrics;
  private final @Nullable Signal logs;
  private long next;

  /**
   * Starts the threads that send.
   *
   * @param endpoint takes the place of the variables' address if it is not empty
   * @throws IOException if a variable cannot be followed, as one line
   */
  public Exporter(
      OtlpSource source,
      String endpoint,
      BiFunction<Runnable, String, Thread> threads,
      Consumer<String> lines)
      throws IOException {
    this(Environment.here(), source, endpoint, threads, lines);
  }

  Exporter(
      Environment environment,
      OtlpSource source,
      String endpoint,
      BiFunction<Runnable, String, Thread> threads,
      Consumer<String> lines)
      throws IOException {
    this.source = source;
    this.periodNanos = environment.interval().toNanos();
    this.origin = Origin.of(environment, source.application());
    Target metricsTo = environment.target("METRICS", endpoint);
    Target logsTo = environment.target("LOGS", endpoint);
    this.next = System.nanoTime() + periodNanos;
    this.metrics =
        metricsTo == null
            ? null
            : new Signal(
                "metrics",
                metricsTo,
                Exporter::metricsAnswer,
                threads,
                "snarl-otlp-metrics",
                lines);
    this.logs =
        logsTo == null
            ? null
            : new Signal(
                "findings", logsTo, Exporter::logsAnswer, threads, "snarl-otlp-logs", lines);
  }

  private static HttpDelivery.Partly metricsAnswer(byte[] body) throws IOException {
    var partly = ExportMetricsServiceResponse.parseFrom(body).getPartialSuccess();
    return new HttpDelivery.Partly(partly.getRejectedDataPoints(), partly.getErrorMessage());
  }

  private static HttpDelivery.Partly logsAnswer(byte[] body) throws IOException {
    var partly = ExportLogsServiceResponse.parseFrom(body).getPartialSuccess();
    return new HttpDelivery.Partly(partly.getRejectedLogRecords(), partly.getErrorMessage());
  }

  @Override
  public void tick(List<News> news) {
    if (metrics != null) {
      metrics.expire();
    }
    if (logs != null) {
      logs.expire();
    }
    long now = System.nanoTime();
    boolean due = now - next >= 0;
    send(news, due);
    if (due) {
      next = now - next > periodNanos ? now + periodNanos : next + periodNanos;
    }
  }

  private void send(List<News> news, boolean due) {
    long at = Origin.now();
    if (logs != null) {
      LogsRequest request = new LogsRequest(origin, at);
      List<LogRecord> records = new ArrayList<>();
      news.forEach(each -> records.add(request.finding(each)));
      if (due) {
        records.addAll(request.chains(source.chains()));
      }
      logs.offer(request.of(records), records.size());
    }
    if (due && metrics != null) {
      ExportMetricsServiceRequest request = new MetricsRequest(origin, at).of(source.metrics());
      metrics.offer(request, MetricsRequest.items(request));
    }
  }

  @Override
  public void flush(List<News> news, Duration atMost) throws InterruptedException {
    send(news, true);
    if (logs != null) {
      logs.drained(atMost);
    }
    if (metrics != null) {
      metrics.drained(atMost);
    }
  }

  @Override
  public long lost() {
    return (metrics == null ? 0 : metrics.lost()) + (logs == null ? 0 : logs.lost());
  }

  @Override
  public void close() {
    if (metrics != null) {
      metrics.close();
    }
    if (logs != null) {
      logs.close();
    }
  }
}
