package dev.snarl.snapshot;

import dev.snarl.snapshot.Pool.SiteCount;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Many threads in the same place, from a pass over all of them about once a second, and what is
 * usual at a line.
 *
 * @param locks where threads queue for a lock, bounded
 * @param rises lines whose threads live in large numbers, bounded
 * @param permits semaphores at which threads wait and nothing moves, bounded
 * @param virtual the virtual threads
 * @param enders who usually ends the waits at a line, of lines where waits ended lately, bounded
 * @param givers who gives something to do to those, bounded
 */
public record Crowds(
    List<LockQueue> locks,
    List<ThreadRise> rises,
    List<SpentPermits> permits,
    VirtualCrowd virtual,
    List<Ender> enders,
    List<Giver> givers) {
  public static final Crowds NONE = new Crowds(List.of(), List.of(), List.of());

  /** Of platform threads only. */
  public Crowds(List<LockQueue> locks, List<ThreadRise> rises, List<SpentPermits> permits) {
    this(locks, rises, permits, VirtualCrowd.NONE);
  }

  /** Without what is usual. */
  public Crowds(
      List<LockQueue> locks,
      List<ThreadRise> rises,
      List<SpentPermits> permits,
      VirtualCrowd virtual) {
    this(locks, rises, permits, virtual, List.of(), List.of());
  }

  public Crowds {
    locks = List.copyOf(locks);
    rises = List.copyOf(rises);
    permits = List.copyOf(permits);
    enders = List.copyOf(enders);
    givers = List.copyOf(givers);
  }

  /** The same with who usually ends the waits at a line, and who gives those something to do. */
  public Crowds with(List<Ender> enders, List<Giver> givers) {
    return new Crowds(locks, rises, permits, virtual, enders, givers);
  }

  /**
   * Threads that queue for a lock in one method, each for a tick of the observer at least. Counted,
   * but of more than 64 threads at monitors their number is an estimate.
   *
   * @param method the first method that is not the JDK's
   * @param lock class of the lock, or of the object whose monitor it is
   * @param monitor whether it is a monitor
   * @param site the line where most of them wait
   * @param blockedIn the blocking call of the thread whose stack was read last
   * @param threads at the last pass; of several locks of the class, at the busiest
   * @param nanos thread time spent in the queue, cumulative: the threads of a pass times the time
   *     since the pass before
   * @param inputNanos the part of it during which the owner waited for a socket, a child process or
   *     a file
   * @param samples stacks read, cumulative
   * @param sites the lines where they wait, by samples, most frequent first, bounded
   * @param holder its most frequently observed owner, null if none was
   */
  public record LockQueue(
      String method,
      String lock,
      boolean monitor,
      String site,
      String blockedIn,
      int threads,
      long nanos,
      long inputNanos,
      long samples,
      List<SiteCount> sites,
      @Nullable Holder holder) {
    public LockQueue {
      sites = List.copyOf(sites);
    }
  }

  /**
   * The live platform threads of one line that starts threads, since their number last fell.
   *
   * @param site as in {@link StartSite}
   * @param factory what started them
   * @param threadGroup folded name of the last thread
   * @param pool name of the executor whose workers they nearly all are, null for several or none
   * @param poolMax its largest size
   * @param completed tasks that it has completed meanwhile
   * @param live threads at the last pass
   * @param waiting those of them that waited, by their state
   * @param nanos from the first of the points to the last
   * @param points the number alive at equal time intervals, oldest first
   * @param started threads started since the first point
   */
  public record ThreadRise(
      String site,
      StartSite.Factory factory,
      String threadGroup,
      @Nullable String pool,
      int poolMax,
      long completed,
      int live,
      int waiting,
      long nanos,
      List<Integer> points,
      long started) {
    public ThreadRise {
      points = List.copyOf(points);
    }

    /** The increase of their number. */
    public int grown() {
      return points.get(points.size() - 1) - points.get(0);
    }

    /** The number that have ended since, of these or of the older ones. */
    public long ended() {
      return Math.max(0, started - (live - points.get(0)));
    }
  }

  /**
   * The owner of a lock, and what it does meanwhile.
   *
   * @param thread its folded name
   * @param site its line
   * @param blockedIn what it is itself blocked in, null while it runs
   * @param input {@code socket}, {@code process} or {@code file} if it waits for one, else null
   * @param samples how often it was observed there, cumulative
   * @param goesOn whether one thread has kept the lock at each look since it was met there, and
   *     went on from one wait to the next meanwhile
   */
  public record Holder(
      String thread,
      String site,
      @Nullable String blockedIn,
      @Nullable String input,
      long samples,
      boolean goesOn) {}
}
