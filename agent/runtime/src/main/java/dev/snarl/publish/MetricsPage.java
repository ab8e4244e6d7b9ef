package dev.snarl.publish;

import dev.snarl.metrics.MetricsRegistry;
import dev.snarl.metrics.MetricsRegistry.Format;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The page of metrics, rendered at most four times a second for each format: more frequent scrapes
 * get the same bytes again, and a thousand clients that do not read share one copy. Lives on the
 * HTTP thread.
 */
final class MetricsPage {
  private static final long FRESH_NANOS = 250_000_000L;

  private record Rendered(@Nullable View view, long nanos, Response page) {}

  private final MetricsRegistry metrics;
  private final Map<Format, Rendered> last = new EnumMap<>(Format.class);

  MetricsPage(MetricsRegistry metrics) {
    this.metrics = metrics;
  }

  /** Loads the registry's classes. */
  void prepare() {
    metrics.prepare();
  }

  @SuppressWarnings("ReferenceEquality") // a view is posted once: another one is newer
  Response of(@Nullable View view, Format format) {
    long now = System.nanoTime();
    Rendered known = last.get(format);
    if (known == null || known.view() != view || now - known.nanos() > FRESH_NANOS) {
      byte[] page =
          view == null
              ? metrics.scrape(null, List.of(), format)
              : metrics.scrape(view.latest(), view.findings(), format);
      known = new Rendered(view, now, Response.ok(format.contentType(), page));
      last.put(format, known);
    }
    return known.page();
  }
}
