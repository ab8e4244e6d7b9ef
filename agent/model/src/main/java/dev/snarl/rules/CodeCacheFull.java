package dev.snarl.rules;

import dev.snarl.snapshot.Memory.CodeCache;
import dev.snarl.snapshot.Memory.Segment;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import dev.snarl.text.Words;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A segment of the code cache is nearly full, or the compiler was switched off for lack of space.
 */
final class CodeCacheFull implements Rule {
  private static final Declaration DECLARATION =
      new Declaration(
          "code-cache-full",
          Family.LIMITS,
          "compiled code is close to its limit",
          Cost.percent("share", "full", 1.0),
          Defaults.of("minShare", 0.9),
          Severity.WARNING);

  static final String SITE = "code cache";

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    CodeCache cache = timeline.latest().vitals().memory().codeCache();
    boolean stopped = Boolean.TRUE.equals(cache.stopped());
    List<Verdict> verdicts = new ArrayList<>();
    @Nullable Segment fullest = null;
    for (Segment segment : cache.segments()) {
      if (share(segment) >= thresholds.get("minShare")) {
        verdicts.add(verdict(segment, cache));
      }
      if (fullest == null || share(segment) > share(fullest)) {
        fullest = segment;
      }
    }
    if (verdicts.isEmpty() && stopped && fullest != null) {
      verdicts.add(verdict(fullest, cache));
    }
    return verdicts;
  }

  private static double share(Segment segment) {
    return segment.max() > 0 ? (double) segment.used() / segment.max() : 0;
  }

  private static Verdict verdict(Segment segment, CodeCache cache) {
    boolean stopped = Boolean.TRUE.equals(cache.stopped());
    return new Verdict(
        segment.name(),
        Severity.WARNING,
        SITE,
        "%s is %s full, %s of %s%s"
            .formatted(
                segment.name(),
                Figures.percent(share(segment)),
                Words.bytes(segment.used()),
                Words.bytes(segment.max()),
                stopped ? ": the compiler is switched off, new code stays interpreted" : ""),
        new Evidence()
            .put("segment", segment.name())
            .put("usedBytes", segment.used())
            .put("maxBytes", segment.max())
            .number("share", share(segment))
            .put("compilerStopped", cache.stopped())
            .map(),
        1,
        "Raise -XX:ReservedCodeCacheSize (240 MB by default). If the application keeps making new"
            + " code, from scripts or generated classes, find who does.");
  }
}
