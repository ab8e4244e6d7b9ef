package dev.snarl.metrics;

import dev.snarl.rules.Finding;
import dev.snarl.snapshot.Snapshot;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmInfoMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All metrics, rendered for Prometheus. Built off the main thread: its first use loads some 600
 * classes. A scrape reads records and the JVM's own beans, on the thread that asks, and no lock
 * that the application can hold. Micrometer's beans are read directly: no MBean server is created.
 */
public final class MetricsRegistry implements AutoCloseable {
  /**
   * {@code process_cpu_time_ns_total} and {@code system_cpu_count} are names that promtool rejects;
   * states are {@link ThreadStates}.
   */
  private static final Set<String> LEFT_OUT =
      Set.of("process.cpu.time", "system.cpu.count", "jvm.threads.states");

  private final PrometheusMeterRegistry registry;
  private final SnapshotCollector collector;
  private final List<AutoCloseable> closeables = new ArrayList<>();
  private final List<String> missing = new ArrayList<>();

  public MetricsRegistry(String application) {
    QuietLogging.install();
    registry =
        new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, new UnitRegistry(), Clock.SYSTEM);
    registry.config().commonTags("application", application);
    registry.config().meterFilter(MeterFilter.deny(MetricsRegistry::isLeftOut));
    collector = new SnapshotCollector(application);
    registry.getPrometheusRegistry().register(collector);
    bind("memory", () -> new JvmMemoryMetrics());
    bind("garbage collection", () -> new JvmGcMetrics());
    bind("threads", () -> new JvmThreadMetrics());
    bind("classes", () -> new ClassLoaderMetrics());
    bind("version", () -> new JvmInfoMetrics());
    bind("processor", () -> new ProcessorMetrics());
    bind("uptime", () -> new UptimeMetrics());
    bind("file descriptors", () -> new FileDescriptorMetrics());
    try {
      registry.getPrometheusRegistry().register(new ThreadStates(application));
    } catch (LinkageError e) {
      missing.add("thread states");
    }
  }

  private static boolean isLeftOut(Meter.Id id) {
    return LEFT_OUT.contains(id.getName());
  }

  /**
   * An image without java.management lacks the classes that a binder needs. A lambda: a reference
   * to a constructor would load the class where it is handed over.
   */
  private void bind(String part, Supplier<MeterBinder> binder) {
    try {
      MeterBinder bound = binder.get();
      bound.bindTo(registry);
      if (bound instanceof AutoCloseable closeable) {
        closeables.add(closeable);
      }
    } catch (RuntimeException | LinkageError e) {
      missing.add(part);
    }
  }

  /** Parts of the JVM's own metrics that this JVM cannot give, for one line on stderr. */
  public List<String> missing() {
    return List.copyOf(missing);
  }

  /**
   * The page for one scrape.
   *
   * @param snapshot null before the first: then the JVM's own metrics alone
   */
  public synchronized byte[] scrape(
      @Nullable Snapshot snapshot, List<Finding> findings, Format format) {
    collector.show(snapshot == null ? null : new Moment(snapshot, findings));
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

  /**
   * What some metrics are now.
   *
   * @param names full names, as on the page; that of a summary with {@code _count} or {@code _sum}
   */
  public synchronized List<Reading> read(
      Snapshot snapshot, List<Finding> findings, Set<String> names) {
    return Readings.of(names, new Moment(snapshot, findings), registry.getPrometheusRegistry());
  }

  /** Takes the listeners for garbage collections off the JVM's beans and drops all meters. */
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

  /** The two text formats that Prometheus asks for. */
  public enum Format {
    PROMETHEUS("text/plain", "0.0.4"),
    OPEN_METRICS("application/openmetrics-text", "1.0.0");

    private final String type;
    private final String version;

    Format(String type, String version) {
      this.type = type;
      this.version = version;
    }

    public String contentType() {
      return type + "; version=" + version + "; charset=utf-8";
    }

    /**
     * What an {@code Accept} header likes better; OpenMetrics must be named, and what cannot be
     * read gets plain text.
     */
    public static Format of(@Nullable String accept) {
      if (accept == null) {
        return PROMETHEUS;
      }
      double open = quality(accept, OPEN_METRICS.type);
      return open > 0 && open >= quality(accept, PROMETHEUS.type) ? OPEN_METRICS : PROMETHEUS;
    }

    /** The greatest weight given to a type by that name, 0 if it is not there. */
    private static double quality(String accept, String type) {
      double greatest = 0;
      for (String range : accept.toLowerCase(Locale.ROOT).split(",", -1)) {
        String[] parts = range.split(";", -1);
        double weight = parts[0].strip().equals(type) ? 1 : 0;
        for (String part : parts) {
          String parameter = part.strip();
          if (weight > 0 && parameter.startsWith("q=")) {
            weight = weight(parameter.substring(2));
          }
        }
        greatest = Math.max(greatest, weight);
      }
      return greatest;
    }

    private static double weight(String text) {
      try {
        double weight = Double.parseDouble(text);
        return weight >= 0 && weight <= 1 ? weight : 0;
      } catch (NumberFormatException e) {
        return 0;
      }
    }
  }
}
