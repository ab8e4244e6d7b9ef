package dev.snarl.snapshot;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Snapshots in order of time, oldest first, thinned with age: one to three a second for the last 12
 * s, one in 5 s for the last 70 s. Only the latest holds waits in progress.
 */
public record Timeline(List<Snapshot> history) {

  public Timeline {
    if (history.isEmpty()) {
      throw new IllegalArgumentException("a timeline has at least one snapshot");
    }
    history = List.copyOf(history);
  }

  public Snapshot latest() {
    return history.get(history.size() - 1);
  }

  /**
   * The youngest snapshot that is at least {@code age} older than the latest: the start of a full
   * window. Empty while the agent has not run that long; the verdict is then "not yet".
   */
  public Optional<Snapshot> before(Duration age) {
    long limit = latest().nanos() - age.toNanos();
    Snapshot found = null;
    for (Snapshot snapshot : history) {
      if (snapshot.nanos() - limit > 0) {
        break;
      }
      found = snapshot;
    }
    return Optional.ofNullable(found);
  }

  /**
   * The start of a window of {@code age}, or the oldest snapshot while the agent has not run that
   * long. Right for rules that count events: fewer seconds can only hold fewer events.
   */
  public Snapshot since(Duration age) {
    return before(age).orElse(history.get(0));
  }

  /** The snapshots of the last {@code age}, oldest first, the latest included. */
  public List<Snapshot> within(Duration age) {
    long limit = latest().nanos() - age.toNanos();
    int first = history.size() - 1;
    while (first > 0 && history.get(first - 1).nanos() - limit >= 0) {
      first--;
    }
    return history.subList(first, history.size());
  }
}
