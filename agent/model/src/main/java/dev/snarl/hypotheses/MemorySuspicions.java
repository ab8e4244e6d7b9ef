package dev.snarl.hypotheses;

import dev.snarl.rules.HeapFilling;
import dev.snarl.snapshot.Memory;
import dev.snarl.snapshot.Memory.LiveSet;
import dev.snarl.text.Figures;
import java.util.List;

/** Suspicions about the heap, metaspace and the compiler. */
final class MemorySuspicions {
  private static final double NANOS = Figures.NANOS;
  private static final double TREND_SECONDS = 30;

  /** A heap that will be full by then is not refuted as the cause. */
  private static final double SOON_SECONDS = 60;

  static final List<Suspicion> ALL =
      List.of(
          new Suspicion(
              "gc-heap",
              "the heap is too small, or collecting takes the time",
              "/api/gc",
              "docs/findings/heap-pressure.md",
              List.of("heap-pressure"),
              MemorySuspicions::heap),
          new Suspicion(
              "metaspace",
              "metaspace is at its limit",
              "/api/gc",
              "docs/findings/metaspace-limit.md",
              List.of("metaspace-limit"),
              MemorySuspicions::metaspace),
          new Suspicion(
              "compiler",
              "the compiler takes the processor, or has stopped",
              "/api/gc",
              "docs/findings/code-cache-full.md",
              List.of("code-cache-full"),
              MemorySuspicions::compiler));

  private MemorySuspicions() {}

  private static Memory before(Facts facts) {
    return facts.minute().stream()
        .map(snapshot -> snapshot.vitals().memory())
        .filter(memory -> memory.jstat() != null)
        .findFirst()
        .orElse(Memory.NONE);
  }

  private static Opinion heap(Facts facts) {
    Memory now = facts.latest().vitals().memory();
    Memory then = before(facts);
    double seconds = facts.seconds();
    double paused = gain(then.collections().pauseNanos(), now.collections().pauseNanos()) / NANOS;
    double full = gain(then.collections().fullForSpace(), now.collections().fullForSpace());
    if (Double.isNaN(paused) || seconds <= 0) {
      return Opinion.notSeen("the JVM's counters could not be read");
    }
    double share = paused / seconds;
    double kept = kept(now);
    double collector =
        share(
            gain(then.cpu().collectorNanos(), now.cpu().collectorNanos()),
            gain(then.cpu().processNanos(), now.cpu().processNanos()));
    String number =
        "stopped for %s of the time, %s for lack of memory"
                .formatted(
                    Figures.percent(share),
                    Double.isNaN(full)
                        ? "an unknown number of full collections"
                        : Figures.plural((long) full, "full collection"))
            + (Double.isNaN(kept)
                ? ""
                : ", old generation %s full after collection".formatted(Figures.percent(kept)))
            + (Double.isNaN(collector)
                ? ""
                : ", collector %s of the CPU time".formatted(Figures.percent(collector)));
    Double left = HeapFilling.during(facts.timeline(), TREND_SECONDS).secondsToFull(0);
    boolean fills = false;
    if (left != null && left < SOON_SECONDS) {
      fills = true;
      number += ", full in %s if it goes on like this".formatted(Figures.time(left));
    }
    boolean fine = share < 0.05 && !(full > 0) && !(kept >= 0.7) && !(collector >= 0.2) && !fills;
    return Opinion.over(seconds, fine ? Answer.FALSE : Answer.NOT_SEEN, number);
  }

  /** The share of the old generation that its last collection left; NaN before the first. */
  private static double kept(Memory memory) {
    List<LiveSet> sets = memory.heap().liveSets();
    return sets.isEmpty() || memory.heap().oldMaxBytes() <= 0
        ? Double.NaN
        : (double) sets.get(sets.size() - 1).oldBytes() / memory.heap().oldMaxBytes();
  }

  private static Opinion metaspace(Facts facts) {
    Memory.Metaspace space = facts.latest().vitals().memory().metaspace();
    if (space.used() < 0) {
      return Opinion.notSeen("the JVM's counters could not be read");
    }
    double used = space.limit() <= 0 ? 0 : (double) space.used() / space.limit();
    double classes = space.classLimit() <= 0 ? 0 : (double) space.classUsed() / space.classLimit();
    String number =
        space.limit() <= 0
            ? "no limit is set, %s in use".formatted(Figures.bytes((double) space.used()))
            : "%s of %s in use (%s)"
                .formatted(
                    Figures.bytes((double) space.used()),
                    Figures.bytes((double) space.limit()),
                    Figures.percent(used));
    if (space.classLimit() > 0) {
      number += ", class space %s full".formatted(Figures.percent(classes));
    }
    return Opinion.now(Math.max(used, classes) < 0.8 ? Answer.FALSE : Answer.NOT_SEEN, number);
  }

  private static Opinion compiler(Facts facts) {
    Memory now = facts.latest().vitals().memory();
    Memory then = before(facts);
    double process = gain(then.cpu().processNanos(), now.cpu().processNanos());
    double nanos = gain(then.cpu().compilerNanos(), now.cpu().compilerNanos());
    double compiler = share(nanos, process);
    double processors = facts.latest().environment().processors();
    double taken = share(nanos / NANOS / processors, facts.seconds());
    double fullest = Double.NaN;
    for (Memory.Segment segment : now.codeCache().segments()) {
      if (segment.max() > 0) {
        double used = (double) segment.used() / segment.max();
        fullest = Double.isNaN(fullest) ? used : Math.max(fullest, used);
      }
    }
    if (Double.isNaN(compiler) || Double.isNaN(fullest)) {
      return Opinion.notSeen("the JVM's counters could not be read");
    }
    return Opinion.over(
        facts.seconds(),
        fullest < 0.8 ? Opinion.between(taken, 0.05, 0.25) : Answer.NOT_SEEN,
        "compiler %s of the processors (%s of this process's CPU time), code cache %s full"
            .formatted(
                Figures.percent(taken), Figures.percent(compiler), Figures.percent(fullest)));
  }

  private static double gain(long before, long after) {
    return before < 0 || after < 0 ? Double.NaN : Math.max(0, after - before);
  }

  private static double share(double part, double whole) {
    return whole > 0 ? part / whole : Double.NaN;
  }
}
