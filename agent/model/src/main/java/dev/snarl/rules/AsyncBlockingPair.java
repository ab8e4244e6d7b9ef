package dev.snarl.rules;

import dev.snarl.rules.Window.Change;
import dev.snarl.snapshot.BlockedSite;
import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.DoubleHeld;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import dev.snarl.text.Words;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Two platform threads held for one job: one waits for a future, the other is blocked while it
 * computes it. The time for which both are held is sampled, and by chance every sample may hit one
 * of many short waits. The measured blocked time of the waiter's site bounds it. Linear in the
 * pairs of sites.
 */
final class AsyncBlockingPair implements Rule {
  private static final Declaration DECLARATION =
      new Declaration(
          "async-blocking-pair",
          Family.WASTED_THREADS,
          "a thread waits for a worker that is itself blocked: two threads for one job",
          Cost.threadSeconds("heldThreadSeconds", "thread-seconds held twice"),
          Defaults.of(
              "minWaits",
              3.0,
              "minHeldThreadSeconds",
              1.0,
              "minLastedSeconds",
              3.5,
              "windowSeconds",
              10.0),
          Severity.WARNING);

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    Window window = Window.last(timeline, thresholds.get("windowSeconds"));
    Map<String, Double> blocked = blockedSeconds(window);
    List<Verdict> verdicts = new ArrayList<>();
    for (Change<DoubleHeld> pair : window.changes(Snapshot::pairs, AsyncBlockingPair::key)) {
      long waits = pair.of(DoubleHeld::waits);
      double sampled = pair.seconds(DoubleHeld::heldNanos);
      String waiter = pair.now().get(0).waiterSite();
      double held = Math.min(sampled, blocked.getOrDefault(waiter, sampled));
      if (waits >= thresholds.get("minWaits")
          && held >= thresholds.get("minHeldThreadSeconds")
          && lasted(pair) >= thresholds.get("minLastedSeconds")) {
        verdicts.add(verdict(pair, waits, held, window.seconds()));
      }
    }
    return verdicts;
  }

  /** While a program starts, threads may wait like this for three seconds. */
  private static double lasted(Change<DoubleHeld> pair) {
    return pair.now().stream().mapToLong(DoubleHeld::lastedNanos).max().orElse(0) / Figures.NANOS;
  }

  private static Map<String, Double> blockedSeconds(Window window) {
    Map<String, Double> seconds = new HashMap<>();
    for (Change<BlockedSite> site : window.changes(Snapshot::blocked, BlockedSite::site)) {
      seconds.put(site.now().get(0).site(), site.seconds(BlockedSite::nanos));
    }
    return seconds;
  }

  private static String key(DoubleHeld pair) {
    return pair.waiterSite() + " for " + pair.workerSite();
  }

  private static Verdict verdict(
      Change<DoubleHeld> pair, long waits, double held, double windowSeconds) {
    DoubleHeld shown = pair.largest(DoubleHeld::heldNanos);
    double total = pair.now().stream().mapToLong(DoubleHeld::heldNanos).sum() / Figures.NANOS;
    return new Verdict(
        key(shown),
        Severity.WARNING,
        shown.waiterSite(),
        "2 threads held for 1 job: %s waits in %s %sfor %s, which is blocked in %s"
            .formatted(
                shown.waiterThread(),
                Words.method(shown.call()),
                likely(shown) ? "(likely) " : "",
                shown.workerThread(),
                Words.call(shown.blockedIn())),
        new Evidence()
            .put("waiterPool", shown.waiterPool())
            .put("workerPool", shown.workerPool())
            .put("workerSite", shown.workerSite())
            .put("workerBlockedIn", shown.blockedIn())
            .number("heldThreadSeconds", held)
            .put("workerCreation", shown.workerCreation())
            .put("waiterCall", shown.call())
            .put("certainty", shown.certainty().label())
            .odds(shown.odds())
            .put("waits", waits)
            .number("windowSeconds", windowSeconds)
            .number("heldThreadSecondsTotal", total)
            .map(),
        waits,
        remedy(shown));
  }

  private static boolean likely(DoubleHeld pair) {
    return pair.certainty() != Certainty.PROVED;
  }

  private static String remedy(DoubleHeld pair) {
    String worker =
        pair.workerCreation().equals("new thread")
            ? " Give the job an executor of its own: today every job also starts a new thread."
            : "";
    String instead =
        likely(pair) ? "Let the job complete a CompletableFuture" : "Return the CompletableFuture";
    return instead
        + " instead of calling %s at %s, and answer in thenApply(…) / "
            .formatted(Words.method(pair.call()), pair.waiterSite())
        + "whenComplete(…). If the caller must have the result, do the job on the waiting thread: "
        + "call it directly, without the executor."
        + worker;
  }
}
