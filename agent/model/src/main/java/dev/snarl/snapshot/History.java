package dev.snarl.snapshot;

import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the snapshots of the last 70 s, thinned with age to bound their size: all of the last 12 s,
 * then one in 5 s. Older ones keep only totals. Not thread-safe.
 */
public final class History {

  private static final long SECOND = 1_000_000_000L;
  private static final long FINE = 12 * SECOND;
  private static final long COARSE = 70 * SECOND;
  private static final long STEP = 5 * SECOND;

  private final List<Snapshot> past = new ArrayList<>();

  public Timeline add(Snapshot snapshot) {
    List<Snapshot> kept = new ArrayList<>();
    long lastKept = Long.MIN_VALUE;
    for (Snapshot old : past) {
      long age = snapshot.nanos() - old.nanos();
      if (age > COARSE + STEP) {
        continue;
      }
      if (age <= FINE || lastKept == Long.MIN_VALUE || old.nanos() - lastKept >= STEP) {
        kept.add(old);
        lastKept = old.nanos();
      }
    }
    past.clear();
    past.addAll(kept);
    List<Snapshot> all = new ArrayList<>(kept);
    all.add(snapshot);
    past.add(snapshot.totals());
    return new Timeline(all);
  }
}
