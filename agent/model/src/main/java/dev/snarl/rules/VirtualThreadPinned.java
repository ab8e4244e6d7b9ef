package dev.snarl.rules;

import dev.snarl.rules.Window.Change;
import dev.snarl.snapshot.PinnedSite;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import dev.snarl.text.Words;
import java.util.ArrayList;
import java.util.List;

/**
 * Virtual threads that block and pin their carrier. The stream of events sets the minimum duration
 * of a pin. Linear in sites.
 */
final class VirtualThreadPinned implements Rule {
  private static final Declaration DECLARATION =
      new Declaration(
          "virtual-thread-pinned",
          Family.COROUTINES_AND_LOOPS,
          "virtual threads block and pin their carriers",
          Cost.threadSeconds("pinnedSeconds", "carrier-seconds pinned"),
          Defaults.of("minPinnedSeconds", 0.02, "minPins", 10.0, "windowSeconds", 10.0),
          Severity.WARNING);

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    Window window = Window.last(timeline, thresholds.get("windowSeconds"));
    List<Verdict> verdicts = new ArrayList<>();
    for (Change<PinnedSite> change :
        window.changes(Snapshot::pinned, row -> row.site() + " because " + row.reason())) {
      long pins = change.of(PinnedSite::count);
      if (pins >= thresholds.get("minPins")) {
        verdicts.add(verdict(change, pins, window));
      }
    }
    return verdicts;
  }

  private static Verdict verdict(Change<PinnedSite> change, long pins, Window window) {
    PinnedSite row = change.now().get(0);
    double seconds = change.seconds(PinnedSite::nanos);
    int carriers = Math.max(1, window.to().environment().processors());
    double share = Math.min(1, seconds / (window.seconds() * carriers));
    return new Verdict(
        row.site() + " because " + row.reason(),
        Severity.WARNING,
        row.site(),
        "Virtual threads hold on to their carriers in %s: %s in %s, %s each, %s %% of %s"
            .formatted(
                Words.call(row.call()),
                Figures.plural(pins, "time"),
                Figures.time(window.seconds()),
                Figures.time(seconds / pins),
                Math.round(share * 100),
                Figures.plural(carriers, "carrier")),
        new Evidence()
            .put("reason", row.reason())
            .put("blockedIn", row.call())
            .put("pins", pins)
            .number("pinnedSeconds", seconds)
            .number("meanPinnedSeconds", seconds / pins)
            .number("carrierShare", share)
            .put("carriers", carriers)
            .number("windowSeconds", window.seconds())
            .map(),
        pins,
        remedy(window.to().environment().javaFeature()));
  }

  private static String remedy(int javaFeature) {
    return javaFeature >= 24
        ? "Do not block below a native frame or in a class initializer: initialise the class before,"
            + " or hand the call to a pool of platform threads."
        : "Replace synchronized by a ReentrantLock around the blocking call, or block outside it;"
            + " from JDK 24 on monitors no longer pin. Below a native frame, hand the call to a"
            + " pool of platform threads.";
  }
}
