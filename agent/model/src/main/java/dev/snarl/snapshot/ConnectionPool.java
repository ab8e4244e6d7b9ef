package dev.snarl.snapshot;

import dev.snarl.snapshot.Pool.SiteCount;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pool of database connections.
 *
 * @param name the library's name of it, unique among live pools
 * @param library {@code HikariCP}, {@code DBCP2} or {@code Tomcat JDBC}
 * @param site where it was built, or null if it is older than the agent
 * @param size connections
 * @param active connections in use
 * @param idle connections that are free
 * @param min minimum number of connections
 * @param max maximum number of connections, {@link Integer#MAX_VALUE} for no limit
 * @param pending threads that wait for a connection
 * @param timeouts how often a caller got none, cumulative since the agent started
 * @param waitingAt where callers wait, by samples of the last seconds, most frequent first, bounded
 * @param heldAt what the threads do that hold a connection, by the same samples; empty if
 *     connections pass from thread to thread
 */
public record ConnectionPool(
    String name,
    String library,
    @Nullable String site,
    int size,
    int active,
    int idle,
    int min,
    int max,
    int pending,
    long timeouts,
    List<SiteCount> waitingAt,
    List<SiteCount> heldAt) {
  public ConnectionPool {
    waitingAt = List.copyOf(waitingAt);
    heldAt = List.copyOf(heldAt);
  }
}
