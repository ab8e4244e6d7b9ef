package dev.snarl.observe.pools;

import dev.snarl.observe.sites.Cells;
import dev.snarl.observe.slots.Notes;
import dev.snarl.snapshot.Crowds.ThreadRise;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlSlot;

/**
 * Counts the living threads of each line that starts threads, and how many of them wait. Threads
 * that were there before the agent belong to no line. The observer's thread only, as part of {@code
 * Census}.
 */
public final class RiseWatch {

  private static final int WORTH_TELLING = 50;

  private final Map<Cells.Start, Rise> rises = new HashMap<>();

  public void begin() {
    rises.values().forEach(Rise::beginPass);
  }

  public void count(Thread thread, Thread.State state) {
    SnarlSlot slot = SnarlProbe.slotOf(thread);
    Cells.Start start = slot != null && slot.extension instanceof Notes n ? n.start : null;
    if (start != null) {
      boolean waits = state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
      rises.computeIfAbsent(start, Rise::new).count(thread, waits);
    }
  }

  public void end(long now) {
    rises.values().forEach(rise -> rise.endPass(now));
  }

  public List<ThreadRise> record() {
    return rises.values().stream()
        .filter(rise -> rise.live() >= WORTH_TELLING)
        .map(Rise::record)
        .toList();
  }
}
