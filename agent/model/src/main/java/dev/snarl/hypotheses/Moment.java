package dev.snarl.hypotheses;

import dev.snarl.snapshot.ConnectionPool;
import dev.snarl.snapshot.Host.Listener;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The measures of one snapshot, so that any two windows of the last minute can be compared.
 *
 * @param age seconds before the latest
 * @param values by measure; what is not known is left out
 */
public record Moment(double age, Map<Measure, Double> values) {
  private static final double NANOS = Figures.NANOS;

  public Moment {
    values = Map.copyOf(values);
  }

  /** All of a timeline, oldest first. */
  public static List<Moment> all(Timeline timeline) {
    long now = timeline.latest().nanos();
    return timeline.history().stream()
        .map(snapshot -> new Moment((now - snapshot.nanos()) / NANOS, values(snapshot)))
        .toList();
  }

  private static Map<Measure, Double> values(Snapshot snapshot) {
    Map<Measure, Double> values = new EnumMap<>(Measure.class);
    double done = 0;
    double queued = 0;
    double active = 0;
    double refused = 0;
    for (Pool pool : snapshot.pools()) {
      done += pool.completed();
      queued += Math.max(0, pool.queued());
      active += pool.active();
      refused += pool.rejections().count();
    }
    values.put(Measure.TASKS, done);
    values.put(Measure.QUEUED, queued);
    values.put(Measure.BUSY_THREADS, active);
    values.put(Measure.REFUSED, refused);
    values.put(
        Measure.THREAD_STARTS,
        (double) snapshot.starts().stream().mapToLong(start -> start.started()).sum());
    values.put(
        Measure.BLOCKED, snapshot.blocked().stream().mapToLong(site -> site.nanos()).sum() / NANOS);
    values.put(
        Measure.HELD_TWICE,
        snapshot.pairs().stream().mapToLong(pair -> pair.heldNanos()).sum() / NANOS);
    vitals(snapshot, values);
    return values;
  }

  private static void vitals(Snapshot snapshot, Map<Measure, Double> values) {
    var memory = snapshot.vitals().memory();
    var host = snapshot.vitals().host();
    known(values, Measure.GC_PAUSES, memory.collections().pauseNanos(), NANOS);
    known(values, Measure.CPU, memory.cpu().processNanos(), NANOS);
    known(values, Measure.ALLOCATED, memory.collections().allocatedBytes(), 1);
    known(values, Measure.OPEN_FILES, host.files().open(), 1);
    known(values, Measure.CHILDREN, host.children().alive(), 1);
    values.put(Measure.HEAP, (double) snapshot.environment().usedHeapBytes());
    if (!Double.isNaN(host.cpu().machine())) {
      values.put(Measure.MACHINE_CPU, host.cpu().machine());
    }
    if (!host.network().listeners().isEmpty()) {
      long connections = 0;
      for (Listener listener : host.network().listeners()) {
        connections += listener.states().getOrDefault("established", 0L);
      }
      values.put(Measure.CONNECTIONS, (double) connections);
    }
    if (!host.connectionPools().isEmpty()) {
      values.put(
          Measure.DATABASE_WAITERS,
          (double) host.connectionPools().stream().mapToInt(ConnectionPool::pending).sum());
    }
  }

  private static void known(Map<Measure, Double> values, Measure measure, long value, double unit) {
    if (value >= 0) {
      values.put(measure, value / unit);
    }
  }
}
