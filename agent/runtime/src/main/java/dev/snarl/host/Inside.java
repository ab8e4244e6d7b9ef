package dev.snarl.host;

import dev.snarl.snapshot.Host.Within;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whether both ends of each connection of this process are its own. */
final class Inside {
  private static final int MOST = 2_000;

  private final int leftOut;
  private final long at;

  /** Of connections from an address to the same, by the port here and the port there. */
  private final Set<Long> ends = new HashSet<>();

  private boolean outside;

  /**
   * Of no connection yet.
   *
   * @param leftOut the port of the agent's server; -1 if it has none
   * @param at when the sockets of this process were read, by {@code System.nanoTime}
   */
  Inside(int leftOut, long at) {
    this.leftOut = leftOut;
    this.at = at;
  }

  /** A connection of this process, also one that it has not accepted yet. */
  void add(TcpLines row) {
    if (row.localPort() == leftOut) {
      return;
    }
    if (row.state() == TcpState.ESTABLISHED && row.toItself() && ends.size() < MOST) {
      ends.add(end(row.localPort(), row.remotePort()));
    } else {
      outside = true;
    }
  }

  /** Null if one has an end elsewhere, or if there is none. */
  @Nullable Within within() {
    boolean all = ends.stream().allMatch(end -> ends.contains(Long.rotateLeft(end, 32)));
    return all && !outside && !ends.isEmpty() ? new Within(at, ends.size()) : null;
  }

  private static long end(int here, int there) {
    return (long) here << 32 | there;
  }
}
