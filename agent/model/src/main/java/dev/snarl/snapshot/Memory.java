package dev.snarl.snapshot;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The JVM's heap, collections, metaspace, classes and compiler at one moment.
 *
 * @param jstat the tables of jstat, null when nothing could be read
 * @param collections the collections so far
 * @param heap sizes, and what was left after collections
 * @param metaspace class data and its limits
 * @param codeCache compiled code
 * @param cpu the use of the processor
 */
public record Memory(
    @Nullable Jstat jstat,
    Collections collections,
    Heap heap,
    Metaspace metaspace,
    CodeCache codeCache,
    Cpu cpu) {
  /** Nothing was read. */
  public static final Memory NONE =
      new Memory(null, Collections.NONE, Heap.NONE, Metaspace.NONE, CodeCache.NONE, Cpu.NONE);

  /**
   * Collections so far, cumulative; -1 unknown.
   *
   * @param pauseNanos time for which they stopped the application
   * @param full those of the whole heap in one pause; not concurrent cycles
   * @param fullForSpace those of them that ran for lack of memory: not requested by {@code
   *     System.gc()} or a tool, nor for metaspace
   * @param lastCause the cause of the last collection, as jstat's LGCC; null if unknown
   * @param allocatedBytes bytes allocated by the application
   */
  public record Collections(
      long pauseNanos,
      long full,
      long fullForSpace,
      @Nullable String lastCause,
      long allocatedBytes) {
    public static final Collections NONE = new Collections(-1, -1, -1, null, -1);

    /** Causes of a full collection in a heap with free space, as the JVM names them. */
    private static final Set<String> NOT_FOR_SPACE =
        Set.of(
            "System.gc()",
            "Diagnostic Command",
            "JvmtiEnv ForceGarbageCollection",
            "Heap Inspection Initiated GC",
            "Heap Dump Initiated GC",
            "WhiteBox Initiated Full GC",
            "Metadata GC Threshold",
            "Metadata GC Clear Soft References",
            "CodeCache GC Threshold",
            "CodeCache GC Aggressive");

    /** Whether a full collection of this cause ran for lack of memory. */
    public static boolean forSpace(String cause) {
      return !NOT_FOR_SPACE.contains(cause);
    }
  }

  /**
   * The heap.
   *
   * @param maxBytes largest size, -1 unknown
   * @param oldMaxBytes largest size of the old generation, or of the heap if it has none; -1
   *     unknown
   * @param liveSets what the last collections of the old generation left, oldest first, bounded
   * @param afterBytes what the last collection of any kind left in the whole heap: what is alive,
   *     and garbage that went to the old generation; -1 unknown
   */
  public record Heap(long maxBytes, long oldMaxBytes, List<LiveSet> liveSets, long afterBytes) {
    public static final Heap NONE = new Heap(-1, -1, List.of());

    public Heap {
      liveSets = List.copyOf(liveSets);
    }

    /** Without the result of young collections. */
    public Heap(long maxBytes, long oldMaxBytes, List<LiveSet> liveSets) {
      this(maxBytes, oldMaxBytes, liveSets, -1);
    }
  }

  /**
   * What a collection of the old generation left.
   *
   * @param nanos {@link System#nanoTime()} when it was read, shortly after the collection
   * @param oldBytes in the old generation
   * @param heapBytes in the whole heap
   */
  public record LiveSet(long nanos, long oldBytes, long heapBytes) {}

  /**
   * Class data; -1 for a missing limit or an unknown number.
   *
   * @param used all metaspace in use, including class space
   * @param limit {@code MaxMetaspaceSize}
   * @param classUsed compressed class space in use
   * @param classLimit {@code CompressedClassSpaceSize}
   * @param loaded classes loaded, cumulative
   * @param committed all committed metaspace, including unused parts
   * @param classCommitted committed compressed class space
   */
  public record Metaspace(
      long used,
      long limit,
      long classUsed,
      long classLimit,
      long loaded,
      long committed,
      long classCommitted) {
    public static final Metaspace NONE = new Metaspace(-1, -1, -1, -1, -1);

    /** With as much committed as in use. */
    public Metaspace(long used, long limit, long classUsed, long classLimit, long loaded) {
      this(used, limit, classUsed, classLimit, loaded, used, classUsed);
    }
  }

  /**
   * Compiled code.
   *
   * @param segments the code heaps, or the one code cache
   * @param stopped whether the compiler is switched off for lack of space; null unknown, as long as
   *     no segment is nearly full
   */
  public record CodeCache(List<Segment> segments, @Nullable Boolean stopped) {
    public static final CodeCache NONE = new CodeCache(List.of(), null);

    public CodeCache {
      segments = List.copyOf(segments);
    }
  }

  /** A part of the code cache, in bytes. */
  public record Segment(String name, long used, long max) {}

  /**
   * Processor time, cumulative; -1 unknown.
   *
   * @param processNanos of the whole process
   * @param collectorNanos of the JVM's threads that collect
   * @param compilerNanos of the JVM's threads that compile
   */
  public record Cpu(long processNanos, long collectorNanos, long compilerNanos) {
    public static final Cpu NONE = new Cpu(-1, -1, -1);
  }
}
