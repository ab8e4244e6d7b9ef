package dev.snarl.rules;

import dev.snarl.rules.Window.Change;
import dev.snarl.snapshot.LateRuns;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import dev.snarl.text.Words;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Periodic tasks that start late again and again, since other tasks keep all threads of their
 * scheduler. Linear in the schedulers that were ever late.
 */
final class LateTimer implements Rule {
  private static final Declaration DECLARATION =
      new Declaration(
          "late-timer",
          Family.WASTED_THREADS,
          "scheduled tasks start late, since others keep the threads of their scheduler",
          Cost.number("longestLateSeconds", "seconds late", 2.0),
          Defaults.of("minRuns", 3.0, "windowSeconds", 60.0),
          Severity.WARNING);

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    Window window = Window.last(timeline, thresholds.get("windowSeconds"));
    List<Verdict> verdicts = new ArrayList<>();
    for (Change<LateRuns> change : window.changes(Snapshot::lateTimers, LateRuns::scheduler)) {
      long runs = change.of(LateRuns::lateRuns);
      if (runs >= thresholds.get("minRuns")) {
        verdicts.add(verdict(change.now().get(0), runs, window));
      }
    }
    return verdicts;
  }

  private static Verdict verdict(LateRuns late, long runs, Window window) {
    String task = shortly(late.task());
    @Nullable String blocked = late.blockedIn();
    return new Verdict(
        late.scheduler() + " runs " + late.task() + " late",
        Severity.WARNING,
        late.site() == null ? "process" : late.site(),
        "%s of %s starts up to %s late, every %s: %s"
            .formatted(
                task,
                late.scheduler(),
                Figures.time(late.longestNanos() / Figures.NANOS),
                Figures.time(late.periodNanos() / Figures.NANOS),
                keeper(late)),
        new Evidence()
            .put("scheduler", late.scheduler())
            .put("threads", late.threads())
            .put("task", late.task())
            .number("periodSeconds", late.periodNanos() / Figures.NANOS)
            .number("lateSeconds", late.lateNanos() / Figures.NANOS)
            .number("longestLateSeconds", late.longestNanos() / Figures.NANOS)
            .put("lateRuns", runs)
            .put("keptBy", late.keeper().isEmpty() ? null : late.keeper())
            .put("keptAt", late.site())
            .put("keeperBlockedIn", blocked)
            .number("windowSeconds", window.seconds())
            .map(),
        runs,
        (blocked == null
                ? "Move the long task to an executor of its own"
                : "Move what waits in %s to an executor of its own".formatted(Words.call(blocked)))
            + ", and let the scheduler only hand it over. More threads help only until as many long"
            + " tasks run at once; a java.util.Timer has one.");
  }

  /** A class, or the method that a lambda calls. */
  private static String shortly(String task) {
    return task.endsWith(")") ? Words.call(task) : Words.type(task);
  }

  private static String keeper(LateRuns late) {
    String who = late.threads() == 1 ? "its thread" : "its %s threads".formatted(late.threads());
    String keeper = late.keeper().isEmpty() ? "another task" : shortly(late.keeper());
    return late.blockedIn() == null
        ? "%s keeps %s".formatted(keeper, who)
        : "%s keeps %s, waiting in %s".formatted(keeper, who, Words.call(late.blockedIn()));
  }
}
