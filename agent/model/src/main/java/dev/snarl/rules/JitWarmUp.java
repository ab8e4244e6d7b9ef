package dev.snarl.rules;

import dev.snarl.snapshot.Memory.Cpu;
import dev.snarl.snapshot.Profile.Compilation;
import dev.snarl.snapshot.Profile.Tier;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The just-in-time compiler uses a large share of the processor: the JVM is still warming up, or
 * keeps recompiling. Needs no flight recorder. Constant time.
 */
final class JitWarmUp implements Rule {
  private static final Declaration DECLARATION =
      new Declaration(
          "jit-warm-up",
          Family.LIMITS,
          "the JIT compiler uses much of the CPU time",
          Cost.percent("compileShare", "of the processor compiling", 1.0),
          Defaults.of("minShare", 0.1, "minCompileSeconds", 2.0, "windowSeconds", 60.0),
          Severity.INFO);

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    Window window = Window.last(timeline, thresholds.get("windowSeconds"));
    Snapshot from = window.from();
    if (from == null) {
      return List.of();
    }
    Cpu before = from.vitals().memory().cpu();
    Cpu now = window.to().vitals().memory().cpu();
    if (unknown(before) || unknown(now)) {
      return List.of();
    }
    double compile = (now.compilerNanos() - before.compilerNanos()) / Figures.NANOS;
    double process = (now.processNanos() - before.processNanos()) / Figures.NANOS;
    return process > 0
            && compile >= thresholds.get("minCompileSeconds")
            && compile > thresholds.get("minShare") * process
        ? List.of(
            verdict(
                compile, process, window.to().vitals().profile().compilation(), window.seconds()))
        : List.of();
  }

  private static boolean unknown(Cpu cpu) {
    return cpu.compilerNanos() < 0 || cpu.processNanos() < 0;
  }

  private static Verdict verdict(double compile, double process, Compilation now, double seconds) {
    double share = Math.min(1, compile / process);
    return new Verdict(
        "jvm",
        Severity.INFO,
        "JVM",
        "The just-in-time compiler took %s %% of the CPU time of the last %s (%s of %s)"
            .formatted(
                Math.round(share * 100),
                Figures.time(seconds),
                Figures.time(compile),
                Figures.time(process)),
        new Evidence()
            .number("compileCpuSeconds", compile)
            .number("processCpuSeconds", process)
            .number("compileShare", share)
            .put("invalidatedMethods", now.invalidated() >= 0 ? now.invalidated() : null)
            .put("bailouts", now.bailouts() >= 0 ? now.bailouts() : null)
            .list("tiers", tiers(now))
            .number("windowSeconds", seconds)
            .map(),
        1,
        "Measure, and take traffic, only after the warm-up; start with a smaller share of it. Give"
            + " the container more processors for the first minutes. If it never ends, look for"
            + " code that is made again and again (scripts, templates, proxies, lambdas defined at"
            + " run time, class loaders that come and go) and for a code cache that is too small.");
  }

  private static List<Map<String, Object>> tiers(Compilation now) {
    return now.tiers().stream()
        .sorted(Comparator.comparingLong(Tier::nanos).reversed())
        .limit(4)
        .map(
            tier ->
                new Evidence()
                    .put("compiler", tier.compiler())
                    .put("level", tier.level())
                    .put("compilations", tier.count())
                    .number("seconds", tier.nanos() / Figures.NANOS)
                    .map())
        .toList();
  }
}
