package dev.snarl.console;

import com.google.gson.stream.JsonWriter;
import dev.snarl.rules.Finding;
import dev.snarl.rules.Severity;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.StartSite;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An hour of samples, one in five seconds, for the page to draw. Written by the observer's thread,
 * read by the HTTP thread; only the agent uses the lock. Bounded: {@value #SAMPLES} samples of at
 * most 150 numbers of four bytes, less than half a megabyte. A sample costs one pass over the pools
 * and sites.
 */
public final class Hour {
  public static final int SECONDS_APART = 5;
  static final int SAMPLES = 720;
  private static final long STEP_NANOS = SECONDS_APART * 1_000_000_000L;

  /** A snapshot may come slightly early and still be the due one. */
  private static final long EARLY_NANOS = 500_000_000L;

  private static final int MOST_FINDINGS = 32;
  private static final int MOST_POOLS = 32;
  private static final int MOST_STARTS = 24;

  private final long[] times = new long[SAMPLES];
  private final Series signals = new Series(SAMPLES, Signal.COUNT + Severity.values().length);
  private final Series findings = new Series(SAMPLES, MOST_FINDINGS);
  private final Series active = new Series(SAMPLES, MOST_POOLS);
  private final Series queued = new Series(SAMPLES, MOST_POOLS);
  private final Series starts = new Series(SAMPLES, MOST_STARTS);
  private Map<String, Double> totals = Map.of();
  private long lastNanos;
  private long next;

  /** Takes a sample when one is due; called with every snapshot. */
  public synchronized void add(Snapshot snapshot, List<Finding> open) {
    if (next > 0 && snapshot.nanos() - lastNanos < STEP_NANOS - EARLY_NANOS) {
      return;
    }
    double seconds = (snapshot.nanos() - lastNanos) / 1e9;
    Map<String, Double> now = new HashMap<>();
    Map<String, Double> values = new LinkedHashMap<>();
    for (Signal signal : Signal.of(snapshot)) {
      values.put(
          signal.label(),
          signal.rate()
              ? rate(now, "signal " + signal.label(), signal.value(), seconds)
              : signal.value());
    }
    for (Severity severity : Severity.values()) {
      values.put(severity.label(), (double) count(open, severity));
    }
    signals.add(next, values);
    Map<String, Double> counts = new LinkedHashMap<>();
    for (Finding finding : open) {
      counts.putIfAbsent(
          finding.id(), rate(now, "finding " + finding.id(), (double) finding.count(), seconds));
    }
    findings.add(next, counts);
    addPools(snapshot.pools());
    starts.add(next, starts(snapshot, now, seconds));
    totals = now;
    lastNanos = snapshot.nanos();
    times[(int) (next % SAMPLES)] = snapshot.at().getEpochSecond();
    next++;
  }

  private static int count(List<Finding> open, Severity severity) {
    int count = 0;
    for (Finding finding : open) {
      count += finding.severity() == severity ? 1 : 0;
    }
    return count;
  }

  private void addPools(List<Pool> pools) {
    List<Pool> busiest = new ArrayList<>(pools);
    if (busiest.size() > MOST_POOLS) {
      busiest.sort(Comparator.comparingLong(Hour::busy).reversed());
      busiest = busiest.subList(0, MOST_POOLS);
    }
    Map<String, Double> running = new LinkedHashMap<>();
    Map<String, Double> waiting = new LinkedHashMap<>();
    for (Pool pool : busiest) {
      String key = "p" + pool.id();
      running.put(key, (double) pool.active());
      waiting.put(key, (double) Math.max(0, pool.queued()));
    }
    active.add(next, running);
    queued.add(next, waiting);
  }

  private static long busy(Pool pool) {
    return pool.active() + (long) Math.max(0, pool.queued());
  }

  /** The sites that start the most threads; none of those that start none. */
  private Map<String, Double> starts(Snapshot snapshot, Map<String, Double> now, double seconds) {
    Map<String, Long> sites = new HashMap<>();
    for (StartSite site : snapshot.starts()) {
      Long before = sites.get(site.site());
      sites.put(site.site(), site.started() + (before == null ? 0 : before));
    }
    List<Map.Entry<String, Double>> rates = new ArrayList<>();
    for (Map.Entry<String, Long> site : sites.entrySet()) {
      double rate = rate(now, "start " + site.getKey(), (double) site.getValue(), seconds);
      if (rate > 0) {
        rates.add(Map.entry(site.getKey(), rate));
      }
    }
    if (rates.size() > MOST_STARTS) {
      rates.sort(Map.Entry.<String, Double>comparingByValue().reversed());
      rates = rates.subList(0, MOST_STARTS);
    }
    Map<String, Double> most = new LinkedHashMap<>();
    for (Map.Entry<String, Double> rate : rates) {
      most.put(rate.getKey(), rate.getValue());
    }
    return most;
  }

  /** The growth of a total since the last sample, per second; 0 in the first sample of a key. */
  private double rate(Map<String, Double> now, String key, double total, double seconds) {
    now.put(key, total);
    Double before = totals.get(key);
    return before == null ? 0 : Math.max(0, total - before) / seconds;
  }

  /**
   * Writes the retained samples from one on into an open object.
   *
   * @param since number of the first sample wanted: what {@code next} was in an earlier answer
   */
  public synchronized void write(JsonWriter json, long since) throws IOException {
    long from = Math.max(Math.min(since, next), Math.max(0, next - SAMPLES));
    json.name("secondsApart").value(SECONDS_APART);
    json.name("first").value(from);
    json.name("next").value(next);
    json.name("times").beginArray();
    for (long sample = from; sample < next; sample++) {
      json.value(times[(int) (sample % SAMPLES)]);
    }
    json.endArray();
    json.name("signals");
    signals.write(json, from, next);
    json.name("findings");
    findings.write(json, from, next);
    json.name("active");
    active.write(json, from, next);
    json.name("queued");
    queued.write(json, from, next);
    json.name("starts");
    starts.write(json, from, next);
  }
}
