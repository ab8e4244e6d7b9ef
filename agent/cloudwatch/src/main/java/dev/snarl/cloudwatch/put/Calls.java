package dev.snarl.cloudwatch.put;

import dev.snarl.cloudwatch.Datum;
import dev.snarl.observe.live.AgentThread;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.cloudwatch.CloudWatchClient;
import software.amazon.awssdk.services.cloudwatch.model.Dimension;
import software.amazon.awssdk.services.cloudwatch.model.MetricDatum;

/**
 * AWS's client with time-outs on everything: half a minute per call, including its three tries. Has
 * one daemon thread, which ends a call that takes too long.
 */
final class Calls implements AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final int SECONDS = 60;

  private final String namespace;
  private final ScheduledThreadPoolExecutor timer;
  private final CloudWatchClient client;

  Calls(String namespace, ServerClock clock, TimeLimits limits) {
    this.namespace = namespace;
    this.timer =
        new ScheduledThreadPoolExecutor(1, work -> new AgentThread(work, "snarl-cloudwatch-timer"));
    timer.setRemoveOnCancelPolicy(true);
    try {
      this.client =
          CloudWatchClient.builder()
              .httpClientBuilder(
                  UrlConnectionHttpClient.builder()
                      .connectionTimeout(CONNECT)
                      .socketTimeout(limits.attempt()))
              .overrideConfiguration(
                  settings ->
                      settings
                          .apiCallAttemptTimeout(limits.attempt())
                          .apiCallTimeout(limits.call())
                          .scheduledExecutorService(timer)
                          .addExecutionInterceptor(clock))
              .build();
    } catch (RuntimeException e) {
      timer.shutdownNow();
      throw e;
    }
  }

  void put(List<Datum> batch, Instant at) {
    List<MetricDatum> data = new ArrayList<>();
    for (Datum datum : batch) {
      data.add(datum(datum, at));
    }
    client.putMetricData(request -> request.namespace(namespace).metricData(data));
  }

  private static MetricDatum datum(Datum datum, Instant at) {
    List<Dimension> dimensions = new ArrayList<>();
    datum
        .dimensions()
        .forEach(
            (name, value) -> dimensions.add(Dimension.builder().name(name).value(value).build()));
    MetricDatum.Builder builder =
        MetricDatum.builder()
            .metricName(datum.metric())
            .unit(datum.unit())
            .dimensions(dimensions)
            .timestamp(at)
            .storageResolution(SECONDS);
    return datum.count() == 1
        ? builder.value(datum.minimum()).build()
        : builder.values(datum.values()).counts(datum.counts()).build();
  }

  @Override
  public void close() {
    client.close();
    timer.shutdownNow();
  }
}
