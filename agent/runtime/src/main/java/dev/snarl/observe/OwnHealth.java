package dev.snarl.observe;

import dev.snarl.observe.live.Machine;
import dev.snarl.snapshot.Snapshot;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.SnarlProbe;

/** What of the agent itself failed, found no room, and costs. The observer's thread only. */
final class OwnHealth {

  private final Map<String, Long> errors = new HashMap<>();
  private final Map<String, Long> dropped = new HashMap<>();

  /** CPU time of the agent's other threads, cumulative. */
  long helperNanos;

  /** Counts an error of a part; true for its first. */
  boolean failed(String part) {
    return errors.merge(part, 1L, Long::sum) == 1;
  }

  /** How much found no room in a table since the start. */
  void dropped(String table, long count) {
    dropped.put(table, count);
  }

  Snapshot.Health record(Recorder recorder) {
    Map<String, Long> errors = new HashMap<>(this.errors);
    errors.put("probe", SnarlProbe.errors);
    Map<String, Long> dropped = new HashMap<>(this.dropped);
    dropped.put("slots", SnarlProbe.slotsMissed);
    dropped.put("sites", recorder.sites.dropped.get());
    dropped.put("names", recorder.names.dropped.get());
    dropped.put("blocked", recorder.waits.blocked.dropped.get());
    dropped.put("starts", recorder.threads.starts.dropped.get());
    dropped.put("builds", recorder.executors.builds.dropped.get());
    dropped.put("clients", recorder.clients.dropped());
    dropped.put("resources", recorder.resources.dropped.get());
    dropped.put("executors", recorder.executors.dropped.get());
    dropped.put("timed-executors", recorder.executors.untimed.get());
    dropped.put("coroutines", recorder.detached.dropped());
    return new Snapshot.Health(errors, dropped, Machine.agentCpuNanos() + helperNanos);
  }
}
