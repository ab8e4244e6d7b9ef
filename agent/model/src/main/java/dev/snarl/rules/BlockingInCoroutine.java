package dev.snarl.rules;

import dev.snarl.rules.Window.Change;
import dev.snarl.snapshot.Coroutines.Blocking;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import dev.snarl.text.Words;
import java.util.ArrayList;
import java.util.List;

/**
 * A line that blocks a thread shared by many coroutines, connections or callbacks. Judged on
 * samples of those threads: enough of them, from more than one moment. Linear in sites.
 */
final class BlockingInCoroutine implements Rule {
  private static final Declaration DECLARATION =
      new Declaration(
          "blocking-in-coroutine",
          Family.COROUTINES_AND_LOOPS,
          "a thread of Dispatchers.Default or of an event loop is blocked",
          Cost.thousandths("blockedMillisPerSecond", "threads blocked", 0.001),
          Defaults.of(
              "minBlockedMillisPerSecond", 100.0,
              "windowSeconds", 10.0,
              "minSightings", 5.0,
              "minSeconds", 3.0,
              "fullSeconds", 1.0),
          Severity.WARNING,
          Severity.CRITICAL);

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    Window window = Window.last(timeline, thresholds.get("windowSeconds"));
    double blockedSeconds =
        thresholds.get("minBlockedMillisPerSecond") / 1_000 * thresholds.get("windowSeconds");
    List<Verdict> verdicts = new ArrayList<>();
    for (Change<Blocking> site :
        window.changes(
            snapshot -> snapshot.coroutines().blocking(),
            blocking -> List.of(blocking.site(), blocking.dispatcher()))) {
      if (site.seconds(Blocking::nanos) >= blockedSeconds
          && site.of(Blocking::sightings) >= thresholds.get("minSightings")
          && site.of(Blocking::seconds) >= thresholds.get("minSeconds")) {
        verdicts.add(verdict(site, window.seconds(), thresholds));
      }
    }
    return verdicts;
  }

  private static Verdict verdict(Change<Blocking> site, double seconds, Thresholds thresholds) {
    Blocking latest = site.now().get(0);
    double blocked = site.seconds(Blocking::nanos);
    double full = site.seconds(Blocking::fullNanos);
    int threads = Math.max(1, latest.threads());
    double share = Math.min(1, blocked / seconds / threads);
    boolean critical = full >= thresholds.get("fullSeconds");
    return new Verdict(
        latest.site() + " on " + latest.dispatcher(),
        critical ? Severity.CRITICAL : Severity.WARNING,
        latest.site(),
        critical
            ? "%s is full: all of its %s blocked, in %s"
                .formatted(
                    latest.dispatcher(),
                    Figures.plural(threads, "thread"),
                    Words.call(latest.blockedIn()))
            : "%s blocks %s %% of the %s of %s"
                .formatted(
                    Words.call(latest.blockedIn()),
                    Math.round(share * 100),
                    Figures.plural(threads, "thread"),
                    latest.dispatcher()),
        new Evidence()
            .put("blockedIn", latest.blockedIn())
            .put("dispatcher", latest.dispatcher())
            .put("eventLoop", latest.eventLoop())
            .put("threads", threads)
            .number("shareOfThreads", share)
            .number("blockedMillisPerSecond", blocked / seconds * 1_000)
            .put("sightings", site.of(Blocking::sightings))
            .number("windowSeconds", seconds)
            .number("fullSeconds", full)
            .map(),
        site.of(Blocking::sightings),
        latest.eventLoop()
            ? "Keep the event loop free: use the library's asynchronous call, or hand the work to a "
                + "worker pool (Vert.x executeBlocking, Reactor publishOn(Schedulers.boundedElastic()), "
                + "cats-effect IO.blocking, ZIO.attemptBlocking)."
            : "Use a suspending call (await(), delay) instead of the blocking one, or wrap it in "
                + "withContext(Dispatchers.IO) { … }. Never runBlocking inside a coroutine: make the "
                + "function suspend.");
  }
}
