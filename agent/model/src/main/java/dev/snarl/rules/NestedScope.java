package dev.snarl.rules;

import dev.snarl.rules.Window.Change;
import dev.snarl.snapshot.Coroutines.Detached;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Coroutines that a running coroutine launches into another scope: nothing waits for them, cancels
 * them or limits their number. Either each gets a new scope, or they accumulate in a long-lived
 * one. Linear in sites; the older snapshots are read only for sites with many coroutines alive.
 */
final class NestedScope implements Rule {
  private static final Declaration DECLARATION =
      new Declaration(
          "nested-scope",
          Family.COROUTINES_AND_LOOPS,
          "a coroutine launches others outside its scope, which nothing awaits, cancels or limits",
          Cost.number("live", "coroutines alive", 0.01),
          Defaults.of(
              "minNewRoots", 20.0, "windowSeconds", 60.0, "minAlive", 100.0, "growthSeconds", 30.0),
          Severity.WARNING);

  /** Numbers alive are compared at points this far apart: growth may fluctuate in between. */
  private static final double POINT_SECONDS = 5;

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    Window window = Window.last(timeline, thresholds.get("windowSeconds"));
    List<Verdict> verdicts = new ArrayList<>();
    for (Change<Detached> site :
        window.changes(snapshot -> snapshot.coroutines().detached(), Detached::site)) {
      long scopes = Math.max(0, site.of(Detached::newRoots) - site.of(Detached::returned));
      boolean nested = scopes >= thresholds.get("minNewRoots");
      Detached latest = site.now().get(0);
      if (nested || grows(timeline, latest, thresholds)) {
        verdicts.add(verdict(site, nested ? scopes : 0, window.seconds()));
      }
    }
    return verdicts;
  }

  private static boolean grows(Timeline timeline, Detached latest, Thresholds thresholds) {
    if (latest.live() < thresholds.get("minAlive")) {
      return false;
    }
    Duration age = Duration.ofNanos((long) (thresholds.get("growthSeconds") * Figures.NANOS));
    Snapshot start = timeline.before(age).orElse(null);
    if (start == null) {
      return false;
    }
    long later = latest.live();
    long laterAt = timeline.latest().nanos();
    List<Snapshot> history = timeline.history();
    for (int i = history.size() - 2; i >= 0; i--) {
      Snapshot snapshot = history.get(i);
      boolean atStart = snapshot.nanos() == start.nanos();
      if (!atStart && laterAt - snapshot.nanos() < POINT_SECONDS * Figures.NANOS) {
        continue;
      }
      long live = live(snapshot, latest.site());
      if (live >= later) {
        return false;
      }
      later = live;
      laterAt = snapshot.nanos();
      if (atStart) {
        return true;
      }
    }
    return false;
  }

  private static long live(Snapshot snapshot, String site) {
    for (Detached then : snapshot.coroutines().detached()) {
      if (then.site().equals(site)) {
        return then.live();
      }
    }
    return 0;
  }

  private static Verdict verdict(Change<Detached> site, long scopes, double seconds) {
    Detached latest = site.now().get(0);
    long created = site.of(Detached::created);
    double perSecond = created / seconds;
    @Nullable Long queued = latest.queued() < 0 ? null : latest.queued();
    return new Verdict(
        latest.site(),
        Severity.WARNING,
        latest.site(),
        scopes > 0
            ? "A running coroutine launches %s a second out of its own scope: %s in %s, %s alive"
                .formatted(
                    Figures.number(perSecond),
                    Figures.plural(scopes, "new scope"),
                    Figures.time(seconds),
                    Figures.number(latest.live()))
            : "A running coroutine launches %s a second into a scope that lives on: %s alive, and more and more"
                .formatted(Figures.number(perSecond), Figures.plural(latest.live(), "coroutine")),
        new Evidence()
            .put("parentSite", latest.parentSite())
            .put("created", created)
            .number("createdPerSecond", perSecond)
            .put("newScopes", scopes)
            .number("windowSeconds", seconds)
            .put("live", latest.live())
            .put("dispatcher", latest.dispatcher().isEmpty() ? null : latest.dispatcher())
            .put("dispatcherQueued", queued)
            .map(),
        created,
        "Launch children of the running coroutine: coroutineScope { … launch { … } }, or "
            + "supervisorScope where one failure must not stop the others. It then waits for them, "
            + "and cancelling it cancels them. Bound how many run at a time (a Semaphore, a "
            + "Channel with a few workers).");
  }
}
