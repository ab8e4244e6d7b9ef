package dev.snarl.host;

import dev.snarl.snapshot.Host.Listener;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How many connections wait to be accepted, read between two readings of the whole table. Listeners
 * come first in the kernel's files, so reading stops at the first other socket. Finding that one
 * costs the kernel some milliseconds, so this runs only while connections are being dropped.
 */
final class AcceptQueues {

  private AcceptQueues() {}

  /** The same listeners with the queues of this moment. */
  static List<Listener> now(Root root, List<Listener> listeners) {
    if (listeners.isEmpty()) {
      return listeners;
    }
    Map<Integer, Long> queues = new HashMap<>();
    boolean six = read(root, "/proc/self/net/tcp6", queues);
    boolean four = read(root, "/proc/self/net/tcp", queues);
    if (!six && !four) {
      return listeners;
    }
    return listeners.stream()
        .map(
            old ->
                new Listener(
                    old.address(),
                    old.port(),
                    queues.getOrDefault(old.port(), 0L),
                    old.states(),
                    old.own()))
        .toList();
  }

  private static boolean read(Root root, String path, Map<Integer, Long> queues) {
    try (InputStream in = root.open(path)) {
      TcpLines lines = new TcpLines(in);
      while (lines.next() && lines.state() == TcpState.LISTEN) {
        queues.merge(lines.localPort(), lines.received(), Long::sum);
      }
      return true;
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }
}
