package dev.snarl.rules;

import dev.snarl.rules.Window.Change;
import dev.snarl.snapshot.FanOut;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import java.util.ArrayList;
import java.util.List;

/**
 * One thread waits for several tasks at once: one thread more than needed, usually harmless.
 * Informational: it explains why the pair rule is silent. Linear in the sites.
 */
final class FanOutWait implements Rule {
  private static final Declaration DECLARATION =
      new Declaration(
          "fan-out-wait",
          Family.WASTED_THREADS,
          "one thread waits for several tasks at once: harmless",
          Cost.threadSeconds("blockedSeconds", "thread-seconds blocked"),
          Defaults.of("minWaits", 3.0, "minBlockedSeconds", 1.0, "windowSeconds", 10.0),
          Severity.INFO);

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    Window window = Window.last(timeline, thresholds.get("windowSeconds"));
    List<Verdict> verdicts = new ArrayList<>();
    for (Change<FanOut> fanOut : window.changes(Snapshot::fanOuts, FanOut::site)) {
      long waits = fanOut.of(FanOut::waits);
      double blocked = fanOut.seconds(FanOut::nanos);
      if (waits >= thresholds.get("minWaits")
          && blocked >= thresholds.get("minBlockedSeconds")
          && fanOut.of(FanOut::tasks) > waits) {
        verdicts.add(verdict(fanOut, waits, blocked, window.seconds()));
      }
    }
    return verdicts;
  }

  private static Verdict verdict(Change<FanOut> fanOut, long waits, double blocked, double window) {
    FanOut shown = fanOut.largest(FanOut::nanos);
    double ratio = (double) fanOut.of(FanOut::tasks) / waits;
    return new Verdict(
        shown.site(),
        Severity.INFO,
        shown.site(),
        "1 thread of %s waits for %s tasks at once: 1 extra thread for each such batch"
            .formatted(shown.waiterPool(), Figures.number(ratio)),
        new Evidence()
            .put("waiterPool", shown.waiterPool())
            .number("tasksPerWait", ratio)
            .put("waits", waits)
            .number("blockedSeconds", blocked)
            .number("windowSeconds", window)
            .map(),
        waits,
        "Nothing to do while waiters are few. If requests wait like this, return "
            + "CompletableFuture.allOf(…).thenApply(…) to the caller instead of blocking.");
  }
}
