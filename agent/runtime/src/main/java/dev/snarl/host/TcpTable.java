package dev.snarl.host;

import dev.snarl.snapshot.Host.Listener;
import dev.snarl.snapshot.Host.Network;
import dev.snarl.snapshot.Host.Peer;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts the TCP sockets of the network namespace by listening port and by remote address, in one
 * pass over {@code /proc/self/net/tcp6} and {@code tcp}. Version 6 first: a listener there also
 * takes connections of version 4; within a file listeners come first. A table of 50,000 sockets is
 * 7 MB of text, so it is read rarely and until its budget is spent. Sockets of other processes are
 * left out if this process's are known; those without an owner count by their addresses only.
 */
final class TcpTable {

  private static final int MOST_PEERS = 2_000;
  private static final int PEERS_SHOWN = 20;
  private static final String OTHER = "other";

  /** From this many ownerless sockets on, an address counts as one with frequent connections. */
  private static final int CHURN = 10;

  private final @Nullable Set<Long> own;
  private final Budget budget;
  private final Map<Integer, Port> ports = new HashMap<>();
  private final Map<String, long[]> peers = new HashMap<>();

  /** Connections of this process from an address to the same, by port. */
  private final Map<Integer, Long> toItself = new HashMap<>();

  private final Inside inside;

  private int othersListening;
  private boolean complete = true;

  private static final class Port {
    final String address;
    final boolean ours;
    long queued;
    final long[] states = new long[TcpState.COUNT];

    Port(String address, boolean ours) {
      this.address = address;
      this.ours = ours;
    }
  }

  private TcpTable(@Nullable Set<Long> own, Inside inside, Budget budget) {
    this.own = own;
    this.inside = inside;
    this.budget = budget;
  }

  /**
   * @param own inodes of this process's sockets, null if unknown
   * @param inside judges where the ends of its connections are
   */
  static Network read(Root root, @Nullable Set<Long> own, Inside inside, Budget budget) {
    TcpTable table = new TcpTable(own, inside, budget);
    boolean six = table.read(root, "/proc/self/net/tcp6");
    boolean four = table.read(root, "/proc/self/net/tcp");
    return six || four ? table.network() : Network.NONE;
  }

  private boolean read(Root root, String path) {
    try (InputStream in = root.open(path)) {
      TcpLines lines = new TcpLines(in);
      while (lines.next()) {
        if ((lines.count() & 127) == 0 && budget.spent()) {
          complete = false;
          break;
        }
        add(lines);
      }
      return true;
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  private void add(TcpLines row) {
    int state = row.state();
    if (state == TcpState.LISTEN) {
      listener(row);
      return;
    }
    Port port = ports.get(row.localPort());
    boolean unaccepted = row.inode() == 0 && port != null && port.ours;
    if (unaccepted ? state == TcpState.ESTABLISHED : own != null && own.contains(row.inode())) {
      inside.add(row);
    }
    if (port != null) {
      port.states[state]++;
      return;
    }
    if (state == TcpState.ESTABLISHED
        && row.toItself()
        && own != null
        && own.contains(row.inode())) {
      toItself.merge(row.remotePort(), 1L, Long::sum);
    }
    boolean nobodys = row.inode() == 0;
    if (own == null || nobodys || own.contains(row.inode())) {
      String group = row.remote();
      long[] states = peers.get(group);
      if (states == null) {
        group = peers.size() < MOST_PEERS ? group : OTHER;
        states = peers.computeIfAbsent(group, g -> new long[TcpState.COUNT]);
      }
      states[state]++;
    }
  }

  private void listener(TcpLines row) {
    boolean ours = own != null && own.contains(row.inode());
    if (!ours) {
      othersListening++;
    }
    Port port = ports.get(row.localPort());
    if (port == null || (ours && !port.ours)) {
      port = new Port(row.local(), ours);
      ports.put(row.localPort(), port);
    }
    port.queued += row.received(); // of a listener: connections that wait to be accepted
  }

  private Network network() {
    List<Listener> listeners = new ArrayList<>();
    ports.forEach(
        (number, port) -> {
          if (port.ours) {
            listeners.add(
                new Listener(
                    port.address,
                    number,
                    port.queued,
                    TcpState.named(port.states),
                    toItself.getOrDefault(number, 0L)));
          }
        });
    listeners.sort(Comparator.comparingInt(Listener::port));
    return new Network(
        -1,
        -1,
        own == null || !complete ? -1 : othersListening,
        listeners.size() > PEERS_SHOWN ? listeners.subList(0, PEERS_SHOWN) : listeners,
        shown(),
        own != null,
        complete,
        own == null || !complete ? null : inside.within());
  }

  /** Whether it is an address of this process, and not the port of a client of another process. */
  private static boolean ours(long[] states) {
    long all = Arrays.stream(states).sum();
    return all > states[TcpState.TIME_WAIT] || all >= CHURN;
  }

  private List<Peer> shown() {
    List<Peer> all = new ArrayList<>();
    peers.forEach(
        (group, states) -> {
          if (ours(states)) {
            all.add(new Peer(group, TcpState.named(states)));
          }
        });
    all.sort(
        Comparator.comparing((Peer peer) -> peer.group().equals(OTHER))
            .thenComparing(Comparator.comparingLong(Peer::connections).reversed())
            .thenComparing(Peer::group));
    if (all.size() <= PEERS_SHOWN) {
      return all;
    }
    List<Peer> shown = new ArrayList<>(all.subList(0, PEERS_SHOWN - 1));
    Map<String, Long> rest = new TreeMap<>();
    for (Peer peer : all.subList(PEERS_SHOWN - 1, all.size())) {
      peer.states().forEach((state, count) -> rest.merge(state, count, Long::sum));
    }
    shown.add(new Peer(OTHER, rest));
    return shown;
  }
}
