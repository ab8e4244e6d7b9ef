package dev.snarl.metrics;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmInfoMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Micrometer's registry with the JVM's own meters, and the collector of the agent's. Making it
 * loads some 600 classes. Micrometer's beans are read directly: no MBean server is created. Guarded
 * by the lock of the {@link MetricsRegistry} that made it.
 */
final class Meters implements AutoCloseable {
  /**
   * {@code process_cpu_time_ns_total} and {@code system_cpu_count} are names that promtool rejects.
   */
  private static final Set<String> LEFT_OUT = Set.of("process.cpu.time", "system.cpu.count");

  private final PrometheusMeterRegistry registry;
  private final SnapshotCollector collector;
  private final List<AutoCloseable> closeables = new ArrayList<>();
  private final List<String> missing = new ArrayList<>();

  Meters(String application, Supplier<Map<Thread.State, Integer>> threads) {
    QuietLogging.install();
    registry =
        new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, new UnitRegistry(), Clock.SYSTEM);
    collector = new SnapshotCollector(application);
    try {
      bindAll(application, threads);
    } catch (RuntimeException | Error e) {
      close(); // nothing else has a reference to the listeners already on the beans
      throw e;
    }
  }

  private void bindAll(String application, Supplier<Map<Thread.State, Integer>> threads) {
    registry.config().commonTags("application", application);
    registry.config().meterFilter(MeterFilter.deny(Meters::isLeftOut));
    registry.getPrometheusRegistry().register(collector);
    bind("memory", () -> new JvmMemoryMetrics());
    bind("garbage collection", () -> new JvmGcMetrics());
    bind("threads", () -> new ThreadCounts());
    bind("classes", () -> new ClassLoaderMetrics());
    bind("version", () -> new JvmInfoMetrics());
    bind("processor", () -> new ProcessorMetrics());
    bind("uptime", () -> new UptimeMetrics());
    bind("file descriptors", () -> new FileDescriptorMetrics());
    registry.getPrometheusRegistry().register(new ThreadStates(application, threads));
  }

  private static boolean isLeftOut(Meter.Id id) {
    return LEFT_OUT.contains(id.getName());
  }

  /**
   * An image without java.management lacks the classes that a binder needs. A lambda, because a
   * reference to a constructor would load the class where it is passed. Closed later even if it
   * fails halfway.
   */
  private void bind(String part, Supplier<MeterBinder> binder) {
    try {
      MeterBinder bound = binder.get();
      if (bound instanceof AutoCloseable closeable) {
        closeables.add(closeable);
      }
      bound.bindTo(registry);
    } catch (RuntimeException | LinkageError e) {
      missing.add(part);
    }
  }

  List<String> missing() {
    return List.copyOf(missing);
  }

  byte[] scrape(@Nullable Moment moment, MetricsRegistry.Format format) {
    collector.show(moment);
    try {
      ByteArrayOutputStream page = new ByteArrayOutputStream(1 << 14);
      registry.scrape(page, format.contentType());
      return page.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      collector.show(null);
    }
  }

  MetricSnapshots snapshots(Moment moment) {
    collector.show(moment);
    try {
      return registry.getPrometheusRegistry().scrape();
    } finally {
      collector.show(null);
    }
  }

  List<Reading> read(Moment moment, Set<String> names) {
    return Readings.of(names, moment, registry.getPrometheusRegistry());
  }

  /** Removes the listeners for garbage collections from the JVM's beans and drops all meters. */
  @Override
  public void close() {
    for (AutoCloseable closeable : closeables) {
      try {
        closeable.close();
      } catch (Exception e) {
        missing.add("closing " + e.getClass().getName());
      }
    }
    registry.close();
  }
}
