package dev.snarl.snapshot;

import dev.snarl.snapshot.Pool.SiteCount;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pool of connections to a database or to hosts, or of what a factory of objects makes.
 *
 * @param name the library's name of it, unique among live pools
 * @param library such as {@code HikariCP}
 * @param jdbc whether its connections are to a database
 * @param site where it was built, or null if it is older than the agent
 * @param size connections
 * @param active connections in use
 * @param idle connections that are free
 * @param min minimum number of connections
 * @param max maximum number of connections, {@link Integer#MAX_VALUE} for no limit
 * @param pending threads that wait for a connection
 * @param pendingSeconds for how long each look at the pool has seen such threads, 0 if there are
 *     none
 * @param briefly whether hardly any of these callers still waits at the next look, as far as that
 *     can be read
 * @param timeouts how often a caller got none, cumulative since the agent started
 * @param waitingAt where callers wait, by samples of the last seconds, most frequent first, bounded
 * @param heldAt what the threads do that hold a connection, by the same samples; empty if
 *     connections pass from thread to thread
 * @param nested connections that threads hold which wait for another of this pool; 0 if connections
 *     pass from thread to thread
 * @param route the host whose own limit the counts are of, null where one limit is for all
 */
public record ConnectionPool(
    String name,
    String library,
    boolean jdbc,
    @Nullable String site,
    int size,
    int active,
    int idle,
    int min,
    int max,
    int pending,
    double pendingSeconds,
    boolean briefly,
    long timeouts,
    List<SiteCount> waitingAt,
    List<Holding> heldAt,
    int nested,
    @Nullable String route) {

  /** What holders of a connection were seen doing, and in how many samples. */
  public record Holding(Doing doing, long count) {
    /** {@code java.net.Socket.read at com.acme.Report.run(Report.java:5)}. */
    public String text() {
      return (doing.blockedIn() == null ? "running" : doing.blockedIn()) + " at " + doing.site();
    }
  }

  /** Whether all are held by threads that wait for another: none comes back but by a time-out. */
  public boolean heldByItsCallers() {
    return route == null && pending > 0 && active >= max && nested >= active;
  }

  public ConnectionPool {
    waitingAt = List.copyOf(waitingAt);
    heldAt = List.copyOf(heldAt);
  }
}
