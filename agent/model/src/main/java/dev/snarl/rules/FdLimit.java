package dev.snarl.rules;

import dev.snarl.snapshot.Host;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import java.util.List;
import java.util.Map;

/**
 * The process is close to its limit of open files and sockets. Judged by its own limit, which a JVM
 * raises when it starts, not by that of the shell. One comparison.
 */
final class FdLimit implements Rule {
  private static final Declaration DECLARATION =
      new Declaration(
          "fd-limit",
          Family.LIMITS,
          "almost all file descriptors are in use",
          Cost.percent("share", "of its files open", 10.0),
          Defaults.of("minShare", 0.9),
          Severity.WARNING);

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    Host host = timeline.latest().vitals().host();
    Host.OpenFiles files = host.files();
    if (!(files.share() >= thresholds.get("minShare"))) {
      return List.of();
    }
    long sockets =
        host.network().own()
            ? host.network().peers().stream().mapToLong(Host.Peer::connections).sum()
            : -1;
    return List.of(
        new Verdict(
            "process",
            Severity.WARNING,
            "process",
            "%s of %s file descriptors are open (%s %%)"
                .formatted(
                    Figures.number(files.open()),
                    Figures.number(files.limit()),
                    Math.round(files.share() * 100)),
            new Evidence()
                .put("open", files.open())
                .put("limit", files.limit())
                .number("share", files.share())
                .put("outgoingConnections", sockets < 0 ? null : sockets)
                .list("connectedTo", busiest(host.network()))
                .put("pipes", host.children().pipes() < 0 ? null : host.children().pipes())
                .put("children", host.children().alive() < 0 ? null : host.children().alive())
                .map(),
            files.open(),
            "At the limit every open, accept and connect fails (\"Too many open files\"). See what"
                + " grows: ls -l /proc/PID/fd | awk '{print $NF}' | sort | uniq -c | sort -n. Close"
                + " it (try-with-resources; response bodies and process streams too), or, if so"
                + " many are needed, raise the hard limit: LimitNOFILE= of systemd, ulimits of the"
                + " container. A shell's ulimit -n says nothing about this process."));
  }

  private static List<Map<String, Object>> busiest(Host.Network network) {
    return network.peers().stream()
        .limit(3)
        .map(
            peer ->
                new Evidence()
                    .put("peer", peer.group())
                    .put("connections", peer.connections())
                    .map())
        .toList();
  }
}
