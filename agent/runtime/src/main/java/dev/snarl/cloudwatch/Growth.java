package dev.snarl.cloudwatch;

import dev.snarl.metrics.Reading;
import dev.snarl.snapshot.Durations;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns monotonic counters into their growth within a period. A new counter counts from zero, as it
 * did in the agent. Keeps only the last reading.
 */
final class Growth {
  private record Key(String metric, Map<String, String> labels) {}

  private Map<Key, Reading> last = Map.of();
  private Map<Key, Reading> next = new HashMap<>();

  /** The growth since the last period; to be called once per period for each reading. */
  double since(Reading now) {
    Reading before = before(now);
    double grown = before == null ? now.value() : now.value() - before.value();
    return grown < 0 ? now.value() : grown;
  }

  Durations since(Reading now, Durations durations) {
    Reading before = before(now);
    Durations earlier = before == null ? null : before.durations();
    return earlier == null || earlier.count() > durations.count()
        ? durations
        : durations.since(earlier);
  }

  private @Nullable Reading before(Reading now) {
    Key key = new Key(now.metric(), now.labels());
    next.put(key, now);
    return last.get(key);
  }

  /** The period is over. */
  void turn() {
    last = next;
    next = new HashMap<>();
  }
}
