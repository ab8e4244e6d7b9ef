package dev.snarl.metrics;

import dev.snarl.chains.ChainWindows;
import dev.snarl.rules.Finding;
import dev.snarl.snapshot.Snapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All metrics, rendered for Prometheus. Creates its {@link Meters} when they are first needed: they
 * load some 600 classes, which would delay the application's start. From then on Micrometer counts
 * garbage collections. A scrape reads records and the JVM's own beans, on the calling thread, and
 * takes no lock that the application can hold.
 */
public final class MetricsRegistry implements AutoCloseable {
  private final String application;
  private final Supplier<Map<Thread.State, Integer>> threads;
  private final ChainWindows chains;
  private @Nullable Meters meters;
  private boolean closed;

  /**
   * Creates and loads nothing yet.
   *
   * @param threads counts the live platform threads by their states, at each scrape
   */
  public MetricsRegistry(String application, Supplier<Map<Thread.State, Integer>> threads) {
    this(application, threads, new ChainWindows());
  }

  /**
   * The same, with chains.
   *
   * @param chains where threads wait, read at each scrape
   */
  public MetricsRegistry(
      String application, Supplier<Map<Thread.State, Integer>> threads, ChainWindows chains) {
    this.application = application;
    this.threads = threads;
    this.chains = chains;
  }

  /** Creates the meters now, while there is memory for them. */
  public synchronized void prepare() {
    made();
  }

  /**
   * Null for ever once it is closed: nothing would remove the listeners of new ones from the beans.
   */
  private synchronized @Nullable Meters made() {
    if (meters == null && !closed) {
      meters = new Meters(application, threads);
    }
    return meters;
  }

  synchronized boolean prepared() {
    return meters != null;
  }

  /** Parts of the JVM's own metrics that this JVM lacks. */
  public synchronized List<String> missing() {
    Meters known = made();
    return known == null ? List.of() : known.missing();
  }

  /**
   * The page for one scrape; empty after closing.
   *
   * @param snapshot null before the first: then the JVM's own metrics alone
   */
  public synchronized byte[] scrape(
      @Nullable Snapshot snapshot, List<Finding> findings, Format format) {
    Meters known = made();
    if (known == null) {
      return new byte[0];
    }
    return known.scrape(
        snapshot == null ? null : new Moment(snapshot, findings, chains.waiting()), format);
  }

  /** All metrics of the page as objects; none after closing. */
  public synchronized MetricSnapshots snapshots(Snapshot snapshot, List<Finding> findings) {
    Meters known = made();
    return known == null
        ? new MetricSnapshots()
        : known.snapshots(new Moment(snapshot, findings, chains.waiting()));
  }

  /**
   * What some metrics are now; nothing after closing.
   *
   * @param names full names, as on the page; that of a summary with {@code _count} or {@code _sum}
   */
  public synchronized List<Reading> read(
      Snapshot snapshot, List<Finding> findings, Set<String> names) {
    Meters known = made();
    return known == null
        ? List.of()
        : known.read(new Moment(snapshot, findings, chains.waiting()), names);
  }

  /**
   * Drops all meters, and waits for a thread that is creating them; none are created afterwards.
   */
  @Override
  public synchronized void close() {
    closed = true;
    if (meters != null) {
      meters.close();
      meters = null;
    }
  }

  /** The two text formats that Prometheus requests. */
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
     * The format that an {@code Accept} header prefers. OpenMetrics must be named; an unreadable
     * header gets plain text.
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
