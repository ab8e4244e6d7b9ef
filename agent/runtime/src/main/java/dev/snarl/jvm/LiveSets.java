package dev.snarl.jvm;

import dev.snarl.snapshot.Memory.LiveSet;
import java.util.ArrayList;
import java.util.List;

/**
 * What was left after each of the last observed collections of the old generation: of several
 * between two readings, the last. The agent's thread only.
 */
final class LiveSets {
  private static final int MOST = 16;

  private final List<LiveSet> kept = new ArrayList<>();
  private long collections = -1;
  private long after = -1;

  void see(Beans beans, long nanos) {
    long old = beans.oldAfter();
    long now = beans.oldCollections();
    boolean another = now > collections || (beans.mixed() && old != after);
    if (collections >= 0 && another && old > 0) {
      if (kept.size() == MOST) {
        kept.remove(0);
      }
      kept.add(new LiveSet(nanos, old, Math.max(old, beans.heapAfter())));
    }
    collections = now;
    after = old;
  }

  List<LiveSet> kept() {
    return List.copyOf(kept);
  }
}
