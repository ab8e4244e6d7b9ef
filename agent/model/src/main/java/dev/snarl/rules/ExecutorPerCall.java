package dev.snarl.rules;

import dev.snarl.rules.Window.Change;
import dev.snarl.snapshot.BuildSite;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import java.util.ArrayList;
import java.util.List;

/** Executors built for one call each and then left idle or shut down. Linear in build sites. */
final class ExecutorPerCall implements Rule {
  private static final Declaration DECLARATION =
      new Declaration(
          "executor-per-call",
          Family.WASTED_THREADS,
          "an executor built for each call",
          Cost.threads("threadsHeld", "threads held", 0.2),
          Defaults.of("minBuilt", 10.0, "minPerCall", 10.0, "windowSeconds", 60.0),
          Severity.WARNING);

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    Window window = Window.last(timeline, thresholds.get("windowSeconds"));
    List<Verdict> verdicts = new ArrayList<>();
    for (Change<BuildSite> site : window.changes(Snapshot::builds, BuildSite::site)) {
      long built = site.of(BuildSite::built);
      long perCall = site.of(BuildSite::perCall);
      if (built >= thresholds.get("minBuilt") && perCall >= thresholds.get("minPerCall")) {
        verdicts.add(verdict(site, built, perCall, window.seconds()));
      }
    }
    return verdicts;
  }

  private static Verdict verdict(
      Change<BuildSite> site, long built, long perCall, double windowSeconds) {
    BuildSite shown = site.largest(BuildSite::built);
    long alive = site.now().stream().mapToLong(BuildSite::alive).sum();
    long threads = site.now().stream().mapToLong(BuildSite::threads).sum();
    return new Verdict(
        shown.site(),
        Severity.WARNING,
        shown.site(),
        "An executor per call: %s built in %s; %s not shut down, %s of all still there"
            .formatted(
                Figures.number(built),
                Figures.time(windowSeconds),
                Figures.number(alive),
                Figures.plural(threads, "thread")),
        new Evidence()
            .put("type", shown.type())
            .put("built", built)
            .put("perCall", perCall)
            .number("windowSeconds", windowSeconds)
            .put("alive", alive)
            .put("threadsHeld", threads)
            .map(),
        perCall,
        "Build the executor once (a static final field, a Spring bean) and share it; close it "
            + "when the application stops. If one per call is meant, close it in the same method"
            + " (try / finally shutdown()), and count what its threads cost.");
  }
}
