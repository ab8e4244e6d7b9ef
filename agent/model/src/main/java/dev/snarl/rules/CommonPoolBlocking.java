package dev.snarl.rules;

import dev.snarl.rules.Window.Change;
import dev.snarl.snapshot.LibraryUse.CommonUse;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import dev.snarl.text.Words;
import java.util.ArrayList;
import java.util.List;

/**
 * Tasks that block a worker of the common pool without the pool compensating for it. Linear in the
 * places seen in the pool.
 */
final class CommonPoolBlocking implements Rule {
  private static final Declaration DECLARATION =
      new Declaration(
          "common-pool-blocking",
          Family.WASTED_THREADS,
          "tasks block the common pool, which the whole JVM shares",
          Cost.threadSeconds("blockedSeconds", "thread-seconds blocked"),
          Defaults.of("minBlockedSeconds", 0.5, "windowSeconds", 10.0),
          Severity.WARNING);

  private static final int USERS_SHOWN = 5;

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    Window window = Window.last(timeline, thresholds.get("windowSeconds"));
    List<Change<CommonUse>> changes =
        window.changes(
            s -> s.libraries().common(),
            row -> row.site() + ' ' + (row.blockedIn() == null ? "runs" : "blocks"));
    List<Verdict> verdicts = new ArrayList<>();
    for (Change<CommonUse> change : changes) {
      CommonUse row = change.largest(CommonUse::nanos);
      double seconds = change.seconds(CommonUse::nanos);
      if (row.blockedIn() != null && seconds >= thresholds.get("minBlockedSeconds")) {
        verdicts.add(verdict(row, row.blockedIn(), seconds, window, users(row, changes)));
      }
    }
    return verdicts;
  }

  private static List<String> users(CommonUse blocker, List<Change<CommonUse>> changes) {
    return changes.stream()
        .filter(change -> change.of(CommonUse::nanos) > 0)
        .map(change -> change.now().get(0))
        .filter(row -> !row.site().equals(blocker.site()))
        .map(row -> (row.stream() ? "parallel stream at " : "task at ") + row.site())
        .distinct()
        .limit(USERS_SHOWN)
        .toList();
  }

  private static Verdict verdict(
      CommonUse row, String blockedIn, double seconds, Window window, List<String> users) {
    int parallelism = Math.max(1, window.to().environment().commonParallelism());
    double share = Math.min(1, seconds / (window.seconds() * parallelism));
    return new Verdict(
        row.site(),
        Severity.WARNING,
        row.site(),
        "The common pool blocks in %s: %s of worker time in %s, %s %% of all its %s"
            .formatted(
                Words.call(blockedIn),
                Figures.time(seconds),
                Figures.time(window.seconds()),
                Math.round(share * 100),
                Figures.plural(parallelism, "worker")),
        new Evidence()
            .put("blockedIn", blockedIn)
            .number("blockedSeconds", seconds)
            .number("poolShare", share)
            .put("parallelism", parallelism)
            .put("parallelStream", row.stream())
            .list("alsoUsedBy", users)
            .number("windowSeconds", window.seconds())
            .map(),
        Math.max(1, Math.round(seconds / 0.2)),
        "Give blocking work an executor of its own: supplyAsync(task, executor); collect what a"
            + " parallel stream needs before it starts. The common pool belongs to the whole JVM."
            + " Where blocking must stay, wrap it in ForkJoinPool.managedBlock, so that the pool"
            + " can compensate.");
  }
}
