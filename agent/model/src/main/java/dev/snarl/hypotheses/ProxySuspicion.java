package dev.snarl.hypotheses;

import dev.snarl.snapshot.Host.Listener;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.text.Figures;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;

/**
 * Whether a proxy in front is at its limit. The JVM alone cannot prove it: it only sees a number of
 * connections that does not change, which is suspicious. The proxy's own log is proof.
 */
final class ProxySuspicion {
  private static final long MANY = 100;
  private static final int ENOUGH_LOOKS = 6;
  private static final double ENOUGH_SECONDS = 30;

  private ProxySuspicion() {}

  static Opinion judge(Facts facts) {
    Map<Integer, LongSummaryStatistics> ports = new LinkedHashMap<>();
    for (Snapshot snapshot : facts.minute()) {
      for (Listener listener : snapshot.vitals().host().network().listeners()) {
        ports
            .computeIfAbsent(listener.port(), port -> new LongSummaryStatistics())
            .accept(listener.states().getOrDefault("established", 0L));
      }
    }
    List<Map.Entry<Integer, LongSummaryStatistics>> busy =
        ports.entrySet().stream()
            .sorted((a, b) -> Long.compare(b.getValue().getMax(), a.getValue().getMax()))
            .toList();
    if (busy.isEmpty()) {
      return Opinion.notSeen(
          facts.latest().vitals().host().network().own()
              ? "this process takes no connections"
              : "the connections to this process could not be read");
    }
    int port = busy.get(0).getKey();
    LongSummaryStatistics seen = busy.get(0).getValue();
    boolean still =
        seen.getMin() >= MANY
            && seen.getMax() - seen.getMin() <= seen.getMax() / 100
            && seen.getCount() >= ENOUGH_LOOKS
            && facts.seconds() >= ENOUGH_SECONDS;
    return Opinion.over(
        facts.seconds(),
        Answer.NOT_SEEN,
        still
            ? "suspicious: connections to port %s stand still at %s"
                .formatted(port, Figures.number(seen.getMax()))
            : "%s to %s connections to port %s"
                .formatted(Figures.number(seen.getMin()), Figures.number(seen.getMax()), port));
  }
}
