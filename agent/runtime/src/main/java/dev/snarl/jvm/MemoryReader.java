package dev.snarl.jvm;

import dev.snarl.snapshot.Jstat;
import dev.snarl.snapshot.Memory;
import dev.snarl.snapshot.Memory.CodeCache;
import dev.snarl.snapshot.Memory.Collections;
import dev.snarl.snapshot.Memory.Cpu;
import dev.snarl.snapshot.Memory.Heap;
import dev.snarl.snapshot.Memory.Metaspace;
import dev.snarl.snapshot.Memory.Segment;
import dev.snarl.text.Figures;
import java.lang.instrument.Instrumentation;
import java.lang.management.MemoryUsage;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the JVM's own counters of heap, collections, classes and compiler: from its performance
 * data, and the rest from the platform's beans. Both are opened at the first reading, on the
 * agent's thread. What cannot be read is absent; nothing is thrown. A reading takes well under a
 * millisecond.
 */
public final class MemoryReader {

  private final Instrumentation instrumentation;
  private final FullCollections full = new FullCollections();
  private final LiveSets liveSets = new LiveSets();
  private final OwnThreads threads = new OwnThreads(Path.of("/proc/self"));
  private final CompilerState compiler;
  private boolean opened;
  private @Nullable PerfData data;
  private @Nullable Beans beans;
  private @Nullable Allocation allocation;

  public MemoryReader(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
    this.compiler = new CompilerState(instrumentation);
  }

  /**
   * All of them as they are now.
   *
   * @param processNanos CPU time of the process as it was read last, cumulative; negative if
   *     unknown
   */
  public Memory read(long processNanos) {
    try {
      open();
      return read(System.nanoTime(), processNanos);
    } catch (RuntimeException | LinkageError unreadable) {
      return Memory.NONE;
    }
  }

  private void open() {
    if (opened) {
      return;
    }
    opened = true;
    data = OwnPerfData.attach(instrumentation);
    try {
      beans = new Beans();
      allocation = new Allocation();
    } catch (RuntimeException | LinkageError noSuchModule) {
      beans = null;
    }
  }

  private Memory read(long nanos, long processNanos) {
    Beans known = beans;
    Counters counters = data != null ? data : known == null ? null : new BeanCounters(known);
    if (counters == null) {
      return Memory.NONE;
    }
    full.see(counters, () -> known == null ? Double.NaN : known.fullWhenCollected());
    Jstat jstat = Tables.of(counters);
    Cpu cpu = threads.read(processNanos);
    if (known == null) {
      return new Memory(
          jstat, collections(counters, jstat, -1), Heap.NONE, Metaspace.NONE, CodeCache.NONE, cpu);
    }
    liveSets.see(known, nanos);
    List<Segment> segments = known.code();
    long max = Runtime.getRuntime().maxMemory();
    long oldMax = known.oldMax();
    Long young = counters.number("sun.gc.collector.0.invocations");
    return new Memory(
        jstat,
        collections(counters, jstat, allocation == null ? -1 : allocation.read(known, young)),
        new Heap(max, oldMax > 0 ? oldMax : max, liveSets.kept(), known.after()),
        metaspace(known, jstat),
        new CodeCache(segments, compiler.read(segments, nanos)),
        cpu);
  }

  private Collections collections(Counters counters, Jstat jstat, long allocated) {
    Double pauses = jstat.number(Jstat.Table.GC, "GCT");
    return new Collections(
        pauses == null ? -1 : (long) (pauses * Figures.NANOS),
        full.all(),
        full.forSpace(),
        FullCollections.lastCause(counters),
        allocated);
  }

  private static Metaspace metaspace(Beans beans, Jstat jstat) {
    MemoryUsage all = beans.metaspace();
    MemoryUsage classes = beans.classSpace();
    Double loaded = jstat.number(Jstat.Table.CLASS, "Loaded");
    return new Metaspace(
        all == null ? -1 : all.getUsed(),
        all == null ? -1 : all.getMax(),
        classes == null ? -1 : classes.getUsed(),
        classes == null ? -1 : classes.getMax(),
        loaded == null ? -1 : loaded.longValue(),
        all == null ? -1 : all.getCommitted(),
        classes == null ? -1 : classes.getCommitted());
  }
}
