package dev.snarl.snapshot;

import dev.snarl.snapshot.Pool.SiteCount;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pool of database connections.
 *
 * @param name as the library names it, unique among living pools
 * @param library {@code HikariCP}, {@code DBCP2} or {@code Tomcat JDBC}
 * @param site where it was built, or null where the agent came later
 * @param size connections
 * @param active connections that are lent
 * @param idle connections that are free
 * @param min connections that it keeps at least
 * @param max most connections, {@link Integer#MAX_VALUE} for no limit
 * @param pending threads that wait for a connection
 * @param timeouts how often a caller got none, cumulative since the agent came
 * @param waitingAt where callers wait, by samples of the last seconds, most frequent first, bounded
 * @param heldAt what threads do that took a connection and have not given it back, by the same;
 *     empty where connections are handed from thread to thread
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
