package dev.snarl.rules;

import dev.snarl.snapshot.Connector;
import dev.snarl.snapshot.Host.Listener;
import dev.snarl.snapshot.Host.Network;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The kernel dropped connections because a listener did not accept them fast enough. It counts
 * drops for the whole network namespace. If other processes listen there too, connections must have
 * waited in a queue of this process. Linear in listeners and snapshots.
 */
final class AcceptOverflow implements Rule {
  private static final Declaration DECLARATION =
      new Declaration(
          "accept-overflow",
          Family.LIMITS,
          "the kernel dropped connections that were not accepted in time",
          Cost.number("dropsPerSecond", "connections dropped per second", 1.0),
          Defaults.of("minDrops", 1.0, "windowSeconds", 60.0),
          Severity.WARNING,
          Severity.INFO);

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    double seconds = thresholds.get("windowSeconds");
    List<Snapshot> known =
        timeline.within(Duration.ofNanos((long) (seconds * Figures.NANOS))).stream()
            .filter(snapshot -> network(snapshot).listenDrops() >= 0)
            .toList();
    if (known.size() < 2) {
      return List.of();
    }
    Network first = network(known.get(0));
    Network now = network(timeline.latest());
    long drops = now.listenDrops() - first.listenDrops();
    long overflows = now.listenOverflows() - first.listenOverflows();
    if (now.listeners().isEmpty()
        || drops < thresholds.get("minDrops")
        || (now.othersListening() != 0 && !queueSeen(known))) {
      return List.of();
    }
    double length = (timeline.latest().nanos() - known.get(0).nanos()) / Figures.NANOS;
    return List.of(verdict(timeline.latest(), known, drops, overflows, length));
  }

  /** Whether a connection was observed waiting for a listener of this process. */
  private static boolean queueSeen(List<Snapshot> window) {
    return window.stream()
        .flatMap(snapshot -> network(snapshot).listeners().stream())
        .anyMatch(listener -> listener.queued() > 0);
  }

  private static Network network(Snapshot snapshot) {
    return snapshot.vitals().host().network();
  }

  private static Verdict verdict(
      Snapshot latest, List<Snapshot> window, long drops, long overflows, double seconds) {
    Network now = network(latest);
    boolean alone = now.othersListening() == 0;
    return new Verdict(
        "process",
        alone ? Severity.WARNING : Severity.INFO,
        "process",
        "The kernel dropped %s in %s because a listener did not accept them in time%s"
            .formatted(
                Figures.plural(drops, "connection"),
                Figures.time(seconds),
                alone ? "" : "; others listen in this network namespace too"),
        new Evidence()
            .put("drops", drops)
            .put("overflows", overflows)
            .number("dropsPerSecond", seconds > 0 ? drops / seconds : Double.NaN)
            .list("listeners", listeners(window))
            .put("othersListening", now.othersListening() < 0 ? null : now.othersListening())
            .list("connectors", connectors(latest))
            .number("windowSeconds", seconds)
            .map(),
        drops,
        "A client sees a time-out or a retry after 1 s. The queue is the smaller of the server's"
            + " backlog (Tomcat: server.tomcat.accept-count, 100 by default; ServerSocket: 50) and"
            + " net.core.somaxconn. A longer queue bridges bursts; if the queue stays full, the"
            + " acceptor is blocked or the connector is at its maximum of connections.");
  }

  /** Each with its longest queue in the window. */
  private static List<Map<String, Object>> listeners(List<Snapshot> window) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Listener listener : network(window.get(window.size() - 1)).listeners()) {
      long longest =
          window.stream()
              .flatMap(snapshot -> network(snapshot).listeners().stream())
              .filter(other -> other.port() == listener.port())
              .mapToLong(Listener::queued)
              .max()
              .orElse(0);
      rows.add(
          new Evidence()
              .put("address", listener.address() + ':' + listener.port())
              .put("longestQueue", longest)
              .map());
    }
    return rows;
  }

  private static List<Map<String, Object>> connectors(Snapshot latest) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Connector connector : latest.vitals().host().connectors()) {
      rows.add(
          new Evidence()
              .put("name", connector.name())
              .put("acceptCount", connector.acceptCount())
              .put("connections", connector.connections() < 0 ? null : connector.connections())
              .put("max", connector.maxConnections() < 0 ? null : connector.maxConnections())
              .map());
    }
    return rows;
  }
}
