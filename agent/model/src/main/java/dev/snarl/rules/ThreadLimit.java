package dev.snarl.rules;

import dev.snarl.snapshot.Host;
import dev.snarl.snapshot.StartSite;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * A control group, the user or the machine is close to its limit of threads. Linear in levels of
 * control groups.
 */
final class ThreadLimit implements Rule {
  private static final Declaration DECLARATION =
      new Declaration(
          "thread-limit",
          Family.LIMITS,
          "a control group, the user or the machine is close to its limit of threads",
          Cost.percent("share", "of the threads there may be", 10.0),
          Defaults.of("minShare", 0.9),
          Severity.WARNING);

  private static final int SITES_SHOWN = 3;

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    Host host = timeline.latest().vitals().host();
    List<Verdict> verdicts = new ArrayList<>();
    for (Host.ThreadLimit limit : host.threadLimits()) {
      if (limit.share() >= thresholds.get("minShare")) {
        verdicts.add(verdict(limit, host.threads(), timeline.latest().starts()));
      }
    }
    return verdicts;
  }

  private static Verdict verdict(Host.ThreadLimit limit, long own, List<StartSite> starts) {
    return new Verdict(
        limit.scope(),
        Severity.WARNING,
        "process",
        "%s of %s threads and processes that the %s may have (%s %%)%s"
            .formatted(
                Figures.number(limit.used()),
                Figures.number(limit.limit()),
                limit.scope(),
                Math.round(limit.share() * 100),
                own < 0 ? "" : "; this process has " + Figures.number(own)),
        new Evidence()
            .put("scope", limit.scope())
            .put("used", limit.used())
            .put("limit", limit.limit())
            .number("share", limit.share())
            .put("threads", own < 0 ? null : own)
            .list("liveFrom", sites(starts))
            .map(),
        limit.used(),
        "At the limit the next thread fails to start (\"unable to create native thread\"). "
            + (own >= 0 && own * 2 < limit.used()
                ? "Most of them are not this process's: look at who else is in there first. "
                : "See which lines keep threads alive (liveFrom) and bound those pools. ")
            + raise(limit.scope()));
  }

  private static String raise(String scope) {
    if (scope.startsWith("cgroup")) {
      return "The limit is pids.max of the control group: TasksMax= of systemd, --pids-limit of a"
          + " container, podPidsLimit of the kubelet.";
    }
    return scope.equals("user")
        ? "The limit is that of the user, RLIMIT_NPROC: LimitNPROC= of systemd, nproc in"
            + " limits.conf."
        : "The limit is the machine's, kernel.threads-max.";
  }

  private static List<Map<String, Object>> sites(List<StartSite> starts) {
    return starts.stream()
        .filter(start -> start.live() > 1)
        .sorted(Comparator.comparingLong(StartSite::live).reversed())
        .limit(SITES_SHOWN)
        .map(start -> new Evidence().put("site", start.site()).put("live", start.live()).map())
        .toList();
  }
}
