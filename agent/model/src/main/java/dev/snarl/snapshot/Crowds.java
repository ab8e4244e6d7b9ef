package dev.snarl.snapshot;

import dev.snarl.snapshot.Pool.SiteCount;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Many platform threads in the same place, from a pass over all of them about once a second.
 *
 * @param locks where threads queue for a lock, bounded
 * @param rises lines whose threads live in large numbers, bounded
 */
public record Crowds(List<LockQueue> locks, List<ThreadRise> rises) {
  public static final Crowds NONE = new Crowds(List.of(), List.of());

  public Crowds {
    locks = List.copyOf(locks);
    rises = List.copyOf(rises);
  }

  /**
   * Threads that queue for a lock in one method. Of a lock of {@code java.util.concurrent} they are
   * counted one by one; which monitor a thread is blocked at the JVM does not say, so that those
   * blocked in one method are taken for one queue, and their number is an estimate where more are
   * blocked than were looked at.
   *
   * @param method the first method that is not the JDK's
   * @param lock class of the lock, null for a monitor
   * @param site the line where most of them wait
   * @param blockedIn what the thread that was looked at last was blocked in
   * @param threads at the last pass; of several locks of the class, at the busiest
   * @param nanos thread time spent in the queue, cumulative: the threads of a pass times the time
   *     since the pass before
   * @param samples stacks looked at, cumulative
   * @param sites the lines where they wait, by samples, most frequent first, bounded
   * @param holder who was seen most often to hold it, null if nobody was
   */
  public record LockQueue(
      String method,
      @Nullable String lock,
      String site,
      String blockedIn,
      int threads,
      long nanos,
      long samples,
      List<SiteCount> sites,
      @Nullable Holder holder) {
    public LockQueue {
      sites = List.copyOf(sites);
    }
  }

  /**
   * The living platform threads of one line that starts threads, since their number last fell.
   *
   * @param site as of {@link StartSite}
   * @param factory what started them
   * @param threadGroup folded name of the last thread
   * @param pool name of the executor whose workers they nearly all are, null for several or none
   * @param poolMax its largest size
   * @param completed tasks that it has completed meanwhile
   * @param live threads at the last pass
   * @param waiting those of them that waited, by their state
   * @param nanos from the first of the points to the last
   * @param points how many lived, at equal distances of time, oldest first
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

    /** By how many they have become more. */
    public int grown() {
      return points.get(points.size() - 1) - points.get(0);
    }

    /** How many have ended meanwhile, of these or of the older ones. */
    public long ended() {
      return Math.max(0, started - (live - points.get(0)));
    }
  }

  /**
   * Who holds a lock, and what he does meanwhile.
   *
   * @param thread its folded name
   * @param site its line
   * @param blockedIn what it is itself blocked in, null while it runs
   * @param samples how often it was seen there, cumulative
   * @param proved whether the lock names it; else it is inside the method that the others wait to
   *     enter
   */
  public record Holder(
      String thread, String site, @Nullable String blockedIn, long samples, boolean proved) {}
}
