package dev.snarl.rules;

import dev.snarl.rules.Window.Change;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Snapshot.Environment;
import dev.snarl.snapshot.StartSite;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Threads started for one task each. They count only if they also ended soon, so a pool that warms
 * up is not reported. Fork-join compensation counts by its starts. Linear in start sites.
 */
final class ThreadPerTask implements Rule {
  private static final Declaration DECLARATION =
      new Declaration(
          "thread-per-task",
          Family.WASTED_THREADS,
          "a new thread for every task",
          Cost.number("perSecond", "threads started per second", 0.1),
          Defaults.of("minEnded", 10.0, "minCompensations", 10.0, "windowSeconds", 10.0),
          Severity.WARNING,
          Severity.INFO);

  /** From this release a {@code CompletableFuture} uses the common pool at any parallelism. */
  private static final int COMMON_POOL_ALWAYS = 25;

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    Window window = Window.last(timeline, thresholds.get("windowSeconds"));
    Environment jvm = timeline.latest().environment();
    List<Verdict> verdicts = new ArrayList<>();
    for (Change<StartSite> change : window.changes(Snapshot::starts, ThreadPerTask::key)) {
      StartSite.Factory factory = change.now().get(0).factory();
      boolean holds =
          switch (factory) {
            case COMPENSATION ->
                change.of(StartSite::started) >= thresholds.get("minCompensations");
            case COMPLETABLE_FUTURE, HTTP_CLIENT ->
                jvm.javaFeature() < COMMON_POOL_ALWAYS && churns(change, thresholds);
            default -> churns(change, thresholds);
          };
      if (holds) {
        verdicts.add(verdict(change, window.seconds(), jvm));
      }
    }
    return verdicts;
  }

  /** A thread that the library itself starts is none of the application's to mend. */
  @Override
  public Verdict inLibrary(Verdict verdict, String library) {
    boolean own = factory(StartSite.Factory.NEW_THREAD).equals(verdict.evidence().get("factory"));
    return verdict.in(library, own ? Severity.INFO : verdict.severity());
  }

  private static boolean churns(Change<StartSite> change, Thresholds thresholds) {
    return change.of(StartSite::endedYoung) >= thresholds.get("minEnded") && !replaced(change);
  }

  /** A worker in whose task something was thrown starts the next one: no line does. */
  private static boolean replaced(Change<StartSite> change) {
    StartSite start = change.now().get(0);
    return start.factory() == StartSite.Factory.POOL_WORKER && start.site().equals("other");
  }

  private static String key(StartSite start) {
    return start.site() + " by " + start.factory();
  }

  private static Verdict verdict(Change<StartSite> change, double seconds, Environment jvm) {
    StartSite shown = change.largest(StartSite::started);
    long ended = change.of(StartSite::endedYoung);
    boolean compensation = shown.factory() == StartSite.Factory.COMPENSATION;
    long events = compensation ? change.of(StartSite::started) : ended;
    double rate = events / seconds;
    @Nullable Double life =
        ended == 0 ? null : Evidence.rounded(change.seconds(StartSite::youngLifeNanos) / ended);
    return new Verdict(
        key(shown),
        shown.factory() == StartSite.Factory.HTTP_CLIENT ? Severity.INFO : Severity.WARNING,
        shown.site(),
        "%s new threads per second, %s (%s)"
            .formatted(
                Figures.number(rate),
                life == null || compensation
                    ? "each to stand in for a blocked one"
                    : "each living " + Figures.time(life) + " for one task",
                factory(shown.factory())),
        new Evidence()
            .put("factory", factory(shown.factory()))
            .put("reason", reason(shown, jvm))
            .put("threadGroup", shown.threadGroup())
            .put("pool", shown.pool())
            .number("perSecond", rate)
            .put("ended", ended)
            .put("started", change.of(StartSite::started))
            .number("windowSeconds", seconds)
            .put("meanLifeSeconds", life)
            .put("live", change.now().stream().mapToLong(StartSite::live).sum())
            .map(),
        events,
        remedy(shown.factory()));
  }

  private static String factory(StartSite.Factory factory) {
    return switch (factory) {
      case NEW_THREAD -> "new Thread";
      case COMPLETABLE_FUTURE -> "CompletableFuture.ThreadPerTaskExecutor";
      case HTTP_CLIENT -> "CompletableFuture.ThreadPerTaskExecutor of java.net.http.HttpClient";
      case POOL_WORKER -> "newCachedThreadPool churn";
      case TIMER -> "Timer";
      case COMPENSATION -> "fork-join compensation";
      case FORK_JOIN_WORKER -> "fork-join worker churn";
      case THREAD_PER_TASK_EXECUTOR -> "Executors.newThreadPerTaskExecutor";
    };
  }

  private static @Nullable String reason(StartSite start, Environment jvm) {
    return switch (start.factory()) {
      case COMPLETABLE_FUTURE, HTTP_CLIENT ->
          "common-pool parallelism is %s (%s): on JDK 24 and older each async task without an "
                  .formatted(jvm.commonParallelism(), Figures.plural(jvm.processors(), "processor"))
              + "executor gets a new thread";
      case POOL_WORKER ->
          "workers end soon after their task: the pool keeps none, or its keep-alive is shorter "
              + "than the pause between tasks";
      case TIMER -> "each java.util.Timer starts a thread of its own";
      case COMPENSATION ->
          "a fork-join worker that blocks is replaced by a further thread while it waits";
      case FORK_JOIN_WORKER -> "workers end soon after their task";
      case NEW_THREAD, THREAD_PER_TASK_EXECUTOR -> null;
    };
  }

  private static String remedy(StartSite.Factory factory) {
    return switch (factory) {
      case COMPLETABLE_FUTURE ->
          "Pass an executor: supplyAsync(task, executor) with one shared, bounded pool. For "
              + "@Async, name a ThreadPoolTaskExecutor bean.";
      case HTTP_CLIENT ->
          "The JDK's HttpClient ends each sendAsync() so, and takes no executor for that. Where the"
              + " rate is high, have the common pool do it:"
              + " -Djava.util.concurrent.ForkJoinPool.common.parallelism=2.";
      case POOL_WORKER ->
          "Give the pool core threads or a longer keep-alive (60 s), and build it once.";
      case TIMER -> "Share one ScheduledThreadPoolExecutor instead of a Timer per task.";
      case COMPENSATION ->
          "Do not block inside the fork-join pool: move the blocking call to an executor of its "
              + "own, or compose with thenCompose(…) instead of join().";
      case FORK_JOIN_WORKER -> "Build the ForkJoinPool once and share it.";
      case NEW_THREAD, THREAD_PER_TASK_EXECUTOR ->
          "Run the tasks on one shared, bounded executor; on JDK 21 and newer virtual threads "
              + "(Executors.newVirtualThreadPerTaskExecutor()) do for tasks that mostly wait.";
    };
  }
}
