package dev.snarl.hypotheses;

import dev.snarl.snapshot.Host;
import dev.snarl.snapshot.Memory;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.text.Figures;
import java.util.DoubleSummaryStatistics;

/** Whether the processors are busy: those of the machine, or those that a quota leaves. */
final class ProcessorSuspicion {
  private static final double NANOS = Figures.NANOS;
  private static final double FREE = 0.7;
  private static final double BUSY = 0.9;

  private ProcessorSuspicion() {}

  static Opinion judge(Facts facts) {
    double seconds = facts.seconds();
    DoubleSummaryStatistics machine = new DoubleSummaryStatistics();
    DoubleSummaryStatistics process = new DoubleSummaryStatistics();
    for (Snapshot snapshot : facts.minute()) {
      Host.Cpu cpu = snapshot.vitals().host().cpu();
      if (!Double.isNaN(cpu.machine()) && !Double.isNaN(cpu.process())) {
        machine.accept(cpu.machine());
        process.accept(cpu.process());
      }
    }
    double allowed = allowed(facts);
    double used = used(facts, allowed);
    if (machine.getCount() == 0) {
      return used >= BUSY
          ? Opinion.over(
              seconds,
              Answer.TRUE,
              "the process uses %s of its processors".formatted(Figures.percent(used)))
          : Opinion.notSeen("the machine's processor times could not be read");
    }
    double busy = Double.isNaN(used) ? machine.getAverage() : Math.max(machine.getAverage(), used);
    boolean others = busy >= BUSY && process.getAverage() < machine.getAverage() / 2;
    return Opinion.over(
        seconds,
        Opinion.between(busy, FREE, BUSY),
        "machine %s busy (at most %s), this process %s of it%s%s"
            .formatted(
                Figures.percent(machine.getAverage()),
                Figures.percent(machine.getMax()),
                Figures.percent(process.getAverage()),
                Double.isNaN(used)
                    ? ""
                    : ", %s of the %s processors it may use"
                        .formatted(Figures.percent(used), Figures.number(allowed)),
                others ? ": other processes keep it busy" : ""));
  }

  /** Processors that the process may use. */
  private static double allowed(Facts facts) {
    double allowed = facts.latest().environment().processors();
    for (Host.CpuQuota quota : facts.latest().vitals().host().cgroup().quotas()) {
      if (quota.processors() > 0) {
        allowed = Math.min(allowed, quota.processors());
      }
    }
    return allowed;
  }

  private static double used(Facts facts, double allowed) {
    Memory then = Memory.NONE;
    double since = 0;
    for (Snapshot snapshot : facts.minute()) {
      if (snapshot.vitals().memory().cpu().processNanos() >= 0) {
        then = snapshot.vitals().memory();
        since = (facts.latest().nanos() - snapshot.nanos()) / NANOS;
        break;
      }
    }
    long nanos = facts.latest().vitals().memory().cpu().processNanos() - then.cpu().processNanos();
    return since <= 0 || nanos < 0 ? Double.NaN : nanos / NANOS / since / allowed;
  }
}
