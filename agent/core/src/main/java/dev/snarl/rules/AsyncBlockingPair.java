package dev.snarl.rules;

import dev.snarl.rules.Window.Change;
import dev.snarl.snapshot.BlockedSite;
import dev.snarl.snapshot.DoubleHeld;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Two platform threads held for one job: one blocked waiting for a future, the other blocked while
 * it works on it. The time held twice is sampled, and a sample may by chance meet every one of many
 * short waits; the time that the waiter's site was blocked at all is measured, and bounds it.
 * Linear in the pairs of sites.
 */
final class AsyncBlockingPair implements Rule {
  @Override
  public String id() {
    return "async-blocking-pair";
  }

  @Override
  public Map<String, Double> defaults() {
    return Defaults.of(
        "minWaits", 3.0, "minHeldThreadSeconds", 1.0, "minSpanSeconds", 3.5, "windowSeconds", 10.0);
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
          && span(timeline, window, key(pair.now().get(0))) >= thresholds.get("minSpanSeconds")) {
        verdicts.add(verdict(pair, waits, held, window.seconds()));
      }
    }
    return verdicts;
  }

  /** From the first to the last growth in the window, in seconds: a start-up is over sooner. */
  private static double span(Timeline timeline, Window window, String key) {
    Duration age = Duration.ofNanos((long) (window.seconds() * Words.NANOS));
    Snapshot first = null;
    Snapshot last = null;
    Snapshot before = null;
    for (Snapshot snapshot : timeline.within(age)) {
      if (before != null && held(snapshot, key) > held(before, key)) {
        first = first == null ? snapshot : first;
        last = snapshot;
      }
      before = snapshot;
    }
    return last == null || first == null ? 0 : (last.nanos() - first.nanos()) / Words.NANOS;
  }

  private static long held(Snapshot snapshot, String key) {
    return snapshot.pairs().stream()
        .filter(pair -> key(pair).equals(key))
        .mapToLong(DoubleHeld::heldNanos)
        .sum();
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
    double total = pair.now().stream().mapToLong(DoubleHeld::heldNanos).sum() / Words.NANOS;
    return new Verdict(
        key(shown),
        Severity.WARNING,
        shown.waiterSite(),
        "2 threads held for 1 job: %s waits in %s for %s, which is blocked in %s"
            .formatted(
                shown.waiterThread(),
                Words.method(shown.call()),
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
            .put("waits", waits)
            .number("windowSeconds", windowSeconds)
            .number("heldThreadSecondsTotal", total)
            .map(),
        waits,
        remedy(shown));
  }

  private static String remedy(DoubleHeld pair) {
    String worker =
        pair.workerCreation().equals("new thread")
            ? " Give the job an executor of its own: today every job also starts a new thread."
            : "";
    return "Return the CompletableFuture instead of calling %s at %s, and answer in thenApply(…) / "
            .formatted(Words.method(pair.call()), pair.waiterSite())
        + "whenComplete(…). If the caller must have the result, do the job on the waiting thread: "
        + "call it directly, without the executor."
        + worker;
  }
}
