package dev.snarl.snapshot;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The flight recorder's data so far. Counts and times are cumulative; lists are unordered.
 *
 * @param recorder whether the flight recorder runs for the agent
 * @param collections garbage collections by collector and cause
 * @param heap the heap after the latest collection, null before the first
 * @param allocations sampled allocations by site and class
 * @param allocatedBy sampled allocations by group of threads
 * @param safepoints times when all threads were stopped
 * @param operations operations of the JVM of 10 ms or more, by name
 * @param compilation the compiler
 * @param waits waits long enough to be recorded, by site
 * @param oldObjects objects that stay alive, only on request
 * @param dropped events dropped for lack of space or because of their rate, by table
 */
public record Profile(
    Recorder recorder,
    List<Collections> collections,
    @Nullable HeapAfter heap,
    List<Allocation> allocations,
    List<GroupBytes> allocatedBy,
    Safepoints safepoints,
    List<Operation> operations,
    Compilation compilation,
    List<SiteWait> waits,
    List<OldObject> oldObjects,
    Map<String, Long> dropped) {

  public Profile {
    collections = List.copyOf(collections);
    allocations = List.copyOf(allocations);
    allocatedBy = List.copyOf(allocatedBy);
    operations = List.copyOf(operations);
    waits = List.copyOf(waits);
    oldObjects = List.copyOf(oldObjects);
    dropped = Map.copyOf(dropped);
  }

  /** The flight recorder does not run. */
  public static final Profile NONE = off("not started");

  /** While the flight recorder does not run, and why. */
  public static Profile off(@Nullable String reason) {
    return new Profile(
        new Recorder(false, reason, 0, 0, 0, 0, List.of(), Map.of()),
        List.of(),
        null,
        List.of(),
        List.of(),
        Safepoints.NONE,
        List.of(),
        Compilation.NONE,
        List.of(),
        List.of(),
        Map.of());
  }

  /** The same with a sample of old objects. */
  public Profile with(List<OldObject> objects) {
    return new Profile(
        recorder,
        collections,
        heap,
        allocations,
        allocatedBy,
        safepoints,
        operations,
        compilation,
        waits,
        objects,
        dropped);
  }

  /**
   * The state of the flight recorder, as used by the agent.
   *
   * @param running whether events arrive
   * @param reason why not, null while it runs
   * @param startNanos how long the start took, 0 before
   * @param runningNanos for how long it has run: the period of the totals below
   * @param selfNanos CPU time of the agent's thread that receives the events, cumulative
   * @param events events received, cumulative
   * @param withheld events that are not requested at present, because another recording of this JVM
   *     would then hold them too
   * @param thresholds by event, its current minimum duration in ns
   */
  public record Recorder(
      boolean running,
      @Nullable String reason,
      long startNanos,
      long runningNanos,
      long selfNanos,
      long events,
      List<String> withheld,
      Map<String, Long> thresholds) {
    public Recorder {
      withheld = List.copyOf(withheld);
      thresholds = Map.copyOf(thresholds);
    }
  }

  /**
   * Garbage collections of one kind.
   *
   * @param gc the collector, such as {@code G1New}
   * @param cause such as {@code System.gc()}
   * @param pauseNanos sum of all pauses
   * @param longestNanos the longest pause
   */
  public record Collections(
      String gc, String cause, long count, long pauseNanos, long longestNanos) {}

  /** The heap just after the latest collection, in bytes. */
  public record HeapAfter(long usedBytes, long committedBytes) {}

  /**
   * Allocations by sample: each represents everything that its thread allocated since its last one.
   *
   * @param type class of the allocated object
   * @param bytes estimated
   */
  public record Allocation(String site, String type, long samples, long bytes) {}

  /** As {@link Allocation}, by the folded name of the thread. */
  public record GroupBytes(String group, long samples, long bytes) {}

  /**
   * Times when all threads were stopped.
   *
   * @param nanos from the request until the threads continued
   * @param longestNanos the longest of these
   * @param syncNanos of that, until the last thread had stopped
   * @param longestSyncNanos the longest of these
   */
  public record Safepoints(
      long count, long nanos, long longestNanos, long syncNanos, long longestSyncNanos) {
    public static final Safepoints NONE = new Safepoints(0, 0, 0, 0, 0);
  }

  /** An operation of the JVM that took 10 ms or more, such as {@code G1CollectForAllocation}. */
  public record Operation(String name, long count, long nanos, long longestNanos) {}

  /**
   * The just-in-time compiler.
   *
   * @param tiers compilations of 1 ms or more, by compiler and level
   * @param bailouts compilations abandoned, since the JVM started; -1 unknown
   * @param invalidated compiled methods discarded, since the JVM started; -1 unknown
   * @param codeCacheFull times that the code cache was full
   * @param queued methods that wait for the compiler, by compiler; empty before JDK 23
   * @param segments the code cache
   */
  public record Compilation(
      List<Tier> tiers,
      long bailouts,
      long invalidated,
      long codeCacheFull,
      Map<String, Long> queued,
      List<Segment> segments) {
    public Compilation {
      tiers = List.copyOf(tiers);
      queued = Map.copyOf(queued);
      segments = List.copyOf(segments);
    }

    public static final Compilation NONE =
        new Compilation(List.of(), -1, -1, 0, Map.of(), List.of());
  }

  /**
   * Compilations of one tier.
   *
   * @param compiler {@code c1}, {@code c2}
   * @param level 1 to 4, as the JVM counts
   */
  public record Tier(String compiler, int level, long count, long nanos, long longestNanos) {}

  /** A segment of the code cache, in bytes. */
  public record Segment(String name, long reservedBytes, long freeBytes) {}

  /** What a thread waited for. */
  public enum WaitKind {
    PARK,
    MONITOR,
    SOCKET_READ,
    SOCKET_WRITE,
    FILE_READ,
    FILE_WRITE
  }

  /**
   * Waits at one site.
   *
   * @param call what was called there
   * @param target class of the lock, {@code host:port} of the peer ({@code host:*} if the port is
   *     ephemeral), empty for files
   * @param bytes read or written by them
   */
  public record SiteWait(
      WaitKind kind,
      String site,
      String call,
      String target,
      long count,
      long nanos,
      long longestNanos,
      long bytes) {}

  /**
   * Objects of a sample that were still alive when it ended.
   *
   * @param type their class
   * @param site where they were allocated
   * @param ageNanos of the oldest
   */
  public record OldObject(String type, String site, long samples, long ageNanos) {}
}
