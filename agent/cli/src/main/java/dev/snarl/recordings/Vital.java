package dev.snarl.recordings;

import dev.snarl.recordings.Recording.Collected;
import dev.snarl.recordings.Recording.Load;
import dev.snarl.snapshot.Host;
import dev.snarl.snapshot.Jstat;
import dev.snarl.snapshot.Memory;
import dev.snarl.snapshot.Profile;
import dev.snarl.snapshot.Profile.SiteWait;
import dev.snarl.snapshot.Vitals;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Collections, heap and processors, up to a moment of the recording. */
final class Vital {
  private static final int MOST_SETS = 32;
  private static final Jstat NO_TABLES = new Jstat("a flight recording", Map.of());

  private final Recording recording;
  private final List<Memory.LiveSet> sets = new ArrayList<>();
  private int collected;
  private int loaded;
  private long pauses;
  private long full;
  private long fullForSpace;
  private String cause = "";
  private long after = -1;
  private Host.Cpu cpu = Host.Cpu.NONE;

  Vital(Recording recording) {
    this.recording = recording;
  }

  Vitals at(long moment, List<SiteWait> waits) {
    while (collected < recording.collections.size()
        && recording.collections.get(collected).at() <= moment) {
      add(recording.collections.get(collected++));
    }
    while (loaded < recording.loads.size() && recording.loads.get(loaded).at() <= moment) {
      Load load = recording.loads.get(loaded++);
      cpu = new Host.Cpu(load.process(), load.machine(), Double.NaN, Double.NaN, Double.NaN, -1);
    }
    boolean known = recording.events.containsKey("jdk.GarbageCollection");
    Memory memory =
        new Memory(
            known ? NO_TABLES : null,
            new Memory.Collections(pauses, full, fullForSpace, cause.isEmpty() ? null : cause, -1),
            new Memory.Heap(
                recording.maxHeapBytes, recording.maxHeapBytes, List.copyOf(sets), after),
            Memory.Metaspace.NONE,
            Memory.CodeCache.NONE,
            Memory.Cpu.NONE);
    Host none = Host.NONE;
    Host host =
        new Host(
            none.files(),
            -1,
            List.of(),
            cpu,
            none.cgroup(),
            none.network(),
            none.children(),
            List.of(),
            List.of());
    Profile off = Profile.NONE;
    Profile profile =
        new Profile(
            off.recorder(),
            List.of(),
            null,
            List.of(),
            List.of(),
            off.safepoints(),
            List.of(),
            off.compilation(),
            waits,
            List.of(),
            Map.of());
    return new Vitals(memory, host, profile);
  }

  private void add(Collected each) {
    pauses += each.pauseNanos();
    cause = each.cause();
    after = each.afterBytes() < 0 ? after : each.afterBytes();
    if (!full(each.name())) {
      return;
    }
    full++;
    fullForSpace += Memory.Collections.forSpace(each.cause()) ? 1 : 0;
    if (each.afterBytes() >= 0) {
      // Of a collection of the whole heap nearly all that is left is in the old generation.
      sets.add(new Memory.LiveSet(each.at(), each.afterBytes(), each.afterBytes()));
      if (sets.size() > MOST_SETS) {
        sets.remove(0);
      }
    }
  }

  /** Of the whole heap in one pause: G1's concurrent cycle and ZGC's are none. */
  private static boolean full(String collector) {
    return collector.equals("G1Full")
        || collector.equals("SerialOld")
        || collector.equals("ParallelOld");
  }
}
