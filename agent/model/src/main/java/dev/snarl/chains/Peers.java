package dev.snarl.chains;

import dev.snarl.snapshot.Profile.SiteWait;
import dev.snarl.snapshot.Profile.WaitKind;
import dev.snarl.snapshot.Snapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whom the lines of the application wait for at sockets, as the flight recorder told: host and port
 * by the time that waits for them took since the snapshot before. A line at which no wait ended
 * since then has a peer if it never had a second one. Empty while the recorder does not run.
 */
final class Peers {

  /** A peer, and the part of a line's time that belongs to it. */
  record Peer(String hostAndPort, double part) {}

  /** The line of what the recorder's table had no room for. */
  private static final String OVERFLOW = "other";

  private record Key(String site, WaitKind kind, String target) {}

  private final Snapshot before;
  private final Snapshot now;

  /** Null until asked for. */
  private @Nullable Map<String, Map<String, Double>> sinceBefore;

  private final Map<String, Map<String, Double>> ever = new HashMap<>();

  Peers(Snapshot before, Snapshot now) {
    this.before = before;
    this.now = now;
  }

  /** Of a line; empty if unknown. */
  List<Peer> of(@Nullable String site) {
    Map<String, Map<String, Double>> recent = sinceBefore();
    Map<String, Double> peers = recent.getOrDefault(site, Map.of());
    if (peers.isEmpty()) {
      peers = ever.getOrDefault(site, Map.of());
      boolean complete = !ever.containsKey(OVERFLOW);
      return complete && peers.size() == 1
          ? List.of(new Peer(peers.keySet().iterator().next(), 1))
          : List.of();
    }
    double all = peers.values().stream().mapToDouble(Double::doubleValue).sum();
    return peers.entrySet().stream()
        .map(peer -> new Peer(peer.getKey(), peer.getValue() / all))
        .toList();
  }

  private Map<String, Map<String, Double>> sinceBefore() {
    Map<String, Map<String, Double>> known = sinceBefore;
    if (known != null) {
      return known;
    }
    Map<Key, Long> earlier = new HashMap<>();
    for (SiteWait row : before.vitals().profile().waits()) {
      earlier.put(key(row), row.nanos());
    }
    Map<String, Map<String, Double>> recent = new HashMap<>();
    for (SiteWait row : now.vitals().profile().waits()) {
      boolean socket = row.kind() == WaitKind.SOCKET_READ || row.kind() == WaitKind.SOCKET_WRITE;
      if (socket && !row.target().isEmpty()) {
        add(ever, row, (double) row.nanos());
        add(recent, row, (double) row.nanos() - earlier.getOrDefault(key(row), 0L));
      }
    }
    sinceBefore = recent;
    return recent;
  }

  private static Key key(SiteWait row) {
    return new Key(row.site(), row.kind(), row.target());
  }

  private static void add(Map<String, Map<String, Double>> to, SiteWait row, double nanos) {
    if (nanos > 0) {
      to.computeIfAbsent(row.site(), site -> new HashMap<>())
          .merge(row.target(), nanos, Double::sum);
    }
  }
}
