package dev.snarl.rules;

import dev.snarl.rules.Window.Change;
import dev.snarl.snapshot.Host.Cgroup;
import dev.snarl.snapshot.Host.CpuQuota;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import java.util.ArrayList;
import java.util.List;

/**
 * The kernel repeatedly stops the process because its control group has exhausted its CPU quota.
 * The rule needs a whole window with enough active periods, and the throttling must continue: the
 * start of a JVM is often throttled briefly. Linear in levels of control groups.
 */
final class CpuThrottled implements Rule {
  private static final Declaration DECLARATION =
      new Declaration(
          "cpu-throttled",
          Family.LIMITS,
          "the control group exhausts its CPU quota, and the kernel stops the process",
          Cost.perWindow("throttledSeconds", "seconds throttled"),
          Defaults.of("minShare", 0.2, "minPeriods", 100.0, "windowSeconds", 60.0),
          Severity.WARNING);

  private static final double LATELY = 10;

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    Window window = Window.last(timeline, thresholds.get("windowSeconds"));
    if (window.from() == null) {
      return List.of();
    }
    double lately = Math.min(LATELY, thresholds.get("windowSeconds"));
    List<Change<CpuQuota>> recent = quotas(Window.last(timeline, lately));
    List<Verdict> verdicts = new ArrayList<>();
    for (Change<CpuQuota> change : quotas(window)) {
      String group = change.now().get(0).group();
      boolean known = !change.before().isEmpty(); // or its counts begin with its creation
      long periods = change.of(CpuQuota::periods);
      if (known
          && periods >= thresholds.get("minPeriods")
          && share(change) >= thresholds.get("minShare")
          && recent.stream()
              .filter(last -> last.now().get(0).group().equals(group))
              .anyMatch(last -> share(last) >= thresholds.get("minShare"))) {
        verdicts.add(verdict(change, window));
      }
    }
    return verdicts;
  }

  private static List<Change<CpuQuota>> quotas(Window window) {
    return window.changes(s -> s.vitals().host().cgroup().quotas(), CpuQuota::group);
  }

  private static double share(Change<CpuQuota> change) {
    long periods = change.of(CpuQuota::periods);
    return periods == 0 ? 0 : (double) change.of(CpuQuota::throttled) / periods;
  }

  private static Verdict verdict(Change<CpuQuota> change, Window window) {
    CpuQuota quota = change.now().get(0);
    long throttled = change.of(CpuQuota::throttled);
    Cgroup cgroup = window.to().vitals().host().cgroup();
    int processors = window.to().environment().processors();
    return new Verdict(
        quota.group(),
        Severity.WARNING,
        "process",
        "Throttled in %s %% of the CPU periods of %s: the quota of %s is used up before they end"
            .formatted(
                Math.round(share(change) * 100),
                Figures.time(window.seconds()),
                quota.processors() == 1
                    ? "1 processor"
                    : Figures.number(quota.processors()) + " processors"),
        new Evidence()
            .put("cgroup", quota.group())
            .put("cgroupVersion", cgroup.version())
            .number("quotaProcessors", quota.processors())
            .put("availableProcessors", processors)
            .put("periods", change.of(CpuQuota::periods))
            .put("throttledPeriods", throttled)
            .number("throttledShare", share(change))
            .number("throttledSeconds", change.seconds(CpuQuota::throttledNanos))
            .number("windowSeconds", window.seconds())
            .map(),
        throttled,
        "While it is throttled no thread of it runs, so pauses of up to a period (100 ms) add to"
            + " every request. Give the container more CPU or no limit (requests suffice to share),"
            + " or run fewer threads at once: the JVM sizes its pools and collectors by "
            + Figures.plural(processors, "processor")
            + ".");
  }
}
