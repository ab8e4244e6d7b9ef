package dev.snarl.rules;

import dev.snarl.rules.Window.Change;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Pool.Rejections;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An executor rejected tasks: work was lost, or ran on the submitting thread. Linear in pools. */
final class TasksRejected implements Rule {
  private static final Declaration DECLARATION =
      new Declaration(
          "tasks-rejected",
          Family.LIMITS,
          "a full pool rejected tasks",
          Cost.number("rejected", "tasks refused", 0.1),
          Defaults.of("minRejections", 1.0, "windowSeconds", 60.0),
          Severity.WARNING,
          Severity.INFO);

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    Window window = Window.last(timeline, thresholds.get("windowSeconds"));
    List<Verdict> verdicts = new ArrayList<>();
    for (Change<Pool> change : window.changes(Snapshot::pools, Pool::id)) {
      Pool pool = change.now().get(0);
      long rejected = change.of(p -> p.rejections().count());
      if (!pool.shutdown()
          && !pool.rejections().surplus()
          && rejected >= thresholds.get("minRejections")) {
        verdicts.add(verdict(pool, rejected, window.seconds()));
      }
    }
    return verdicts;
  }

  private static Verdict verdict(Pool pool, long rejected, double windowSeconds) {
    Rejections rejections = pool.rejections();
    String site =
        rejections.sites().isEmpty() ? Pools.site(pool) : rejections.sites().get(0).site();
    // Since the start, because only some rejections have a site: the last ones may have none.
    boolean caught = rejections.lost() == 0;
    String outcome =
        rejections.callerRuns()
            ? "ran on the submitting thread instead"
            : rejections.discards() ? "dropped" : "refused";
    return new Verdict(
        Pools.key(pool),
        rejections.callerRuns() || rejections.discards() || caught
            ? Severity.INFO
            : Severity.WARNING,
        site,
        pool.name() + ": " + Figures.plural(rejected, "task") + " " + outcome + by(rejections),
        new Evidence()
            .put("pool", pool.name())
            .put("rejected", rejected)
            .put("rejectedTotal", rejections.count())
            .number("windowSeconds", windowSeconds)
            .put("policy", rejections.policy().isEmpty() ? null : rejections.policy())
            .put("state", rejections.state())
            .list("submittedAt", rejections.sites().stream().map(TasksRejected::row).toList())
            .put("poolSite", pool.site())
            .map(),
        rejected,
        remedy(rejections, caught));
  }

  /** Who decided so; a library's pool has no policy of its own. */
  private static String by(Rejections rejections) {
    return rejections.policy().isEmpty() ? "" : " by " + rejections.policy();
  }

  private static String remedy(Rejections rejections, boolean caught) {
    if (rejections.callerRuns()) {
      return "CallerRunsPolicy slows the submitter down on purpose. Make sure the submitter may "
          + "block: not an event loop, not the thread that polls a broker.";
    }
    if (rejections.discards()) {
      return "The pool was built to drop what it has no room for. Make sure that these tasks may be "
          + "lost, and that nobody waits for their futures, which never complete.";
    }
    if (caught) {
      return "Nothing to do: the library that submits these tasks catches the refusal, and tries "
          + "again later.";
    }
    return "Decide what a full pool means: bound the intake (HTTP 503, a semaphore), use "
        + "CallerRunsPolicy where the submitter may wait, or enlarge the pool by its "
        + "measured run time. Do not just lengthen the queue.";
  }

  private static Map<String, Object> row(Pool.SiteCount submitter) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("site", submitter.site());
    row.put("count", submitter.count());
    return row;
  }
}
