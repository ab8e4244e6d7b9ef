package dev.snarl.rules;

import static dev.snarl.rules.Snapshots.SECOND;
import static dev.snarl.rules.Snapshots.at;
import static dev.snarl.rules.Snapshots.judge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.snapshot.Crowds;
import dev.snarl.snapshot.Crowds.ThreadRise;
import dev.snarl.snapshot.StartSite;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ThreadLeakTest {
  private static final String SITE = "com.acme.Bus.subscribe(Bus.java:12)";
  private static final List<Integer> EVENLY = List.of(1_000, 2_000, 3_000, 4_000, 4_900);

  private static ThreadRise leak(List<Integer> points, int waiting, long started, double seconds) {
    return rise(
        StartSite.Factory.NEW_THREAD,
        null,
        Integer.MAX_VALUE,
        0,
        points,
        waiting,
        started,
        seconds);
  }

  private static ThreadRise pool(int max, long completed) {
    return rise(StartSite.Factory.POOL_WORKER, "p-#", max, completed, EVENLY, 4_900, 3_900, 400);
  }

  private static ThreadRise rise(
      StartSite.Factory factory,
      @Nullable String pool,
      int max,
      long completed,
      List<Integer> points,
      int waiting,
      long started,
      double seconds) {
    int live = points.get(points.size() - 1);
    return new ThreadRise(
        SITE,
        factory,
        "t-#",
        pool,
        max,
        completed,
        live,
        waiting,
        (long) (seconds * SECOND),
        points,
        started);
  }

  private static List<Verdict> verdicts(ThreadRise rise) {
    return judge(
        new ThreadLeak(), at(400).crowds(new Crowds(List.of(), List.of(rise), List.of())).alone());
  }

  @Test
  void waitingThreadsThatOnlyGrowInNumberAreALeak() {
    assertThat(verdicts(leak(EVENLY, 4_900, 3_900, 400)))
        .singleElement()
        .satisfies(
            verdict -> {
              assertThat(verdict.severity()).isEqualTo(Severity.WARNING);
              assertThat(verdict.site()).isEqualTo(SITE);
              assertThat(verdict.title())
                  .startsWith(
                      "Threads are started here and do not end: 4,900 alive, 3,900 more in");
              assertThat(verdict.evidence())
                  .containsEntry("live", 4_900)
                  .containsEntry("perMinute", 585.0)
                  .containsEntry("ended", 0L);
            });
  }

  @Test
  void fewOrRunningOrEndingThreadsAreNone() {
    assertThat(verdicts(leak(List.of(100, 200, 300, 400), 400, 300, 400))).isEmpty();
    assertThat(verdicts(leak(EVENLY, 3_000, 3_900, 400))).isEmpty();
    assertThat(verdicts(leak(EVENLY, 4_900, 4_400, 400))).isEmpty();
    assertThat(verdicts(leak(EVENLY, 4_900, 3_900, 200))).isEmpty();
  }

  @Test
  void whatStartsManyOnceOrNoMoreIsNone() {
    assertThat(verdicts(leak(List.of(0, 4_500, 4_600, 4_700, 4_900), 4_900, 4_900, 400))).isEmpty();
    assertThat(verdicts(leak(List.of(1_000, 2_000, 3_000, 4_900, 4_900), 4_900, 3_900, 400)))
        .isEmpty();
  }

  @Test
  void aPoolIsOneOnlyIfNothingBoundsItAndItsTasksDoNotEnd() {
    assertThat(verdicts(pool(Integer.MAX_VALUE, 5))).hasSize(1);
    assertThat(verdicts(pool(10_000, 5))).isEmpty();
    assertThat(verdicts(pool(Integer.MAX_VALUE, 100_000))).isEmpty();
  }

  @Test
  void threadsOfPoolsOrClientsThatAreBuiltPerCallAreTheirFinding() {
    Verdict leak = verdicts(leak(EVENLY, 4_900, 3_900, 400)).get(0);
    Verdict workers =
        verdicts(
                rise(
                    StartSite.Factory.POOL_WORKER,
                    null,
                    Integer.MAX_VALUE,
                    0,
                    EVENLY,
                    4_900,
                    3_900,
                    400))
            .get(0);
    assertThat(besides("executor-per-call", "elsewhere", leak)).containsExactly(leak);
    assertThat(besides("executor-per-call", "elsewhere", workers)).isEmpty();
    assertThat(besides("client-per-call", "elsewhere", leak)).containsExactly(leak);
    assertThat(besides("client-per-call", SITE, leak)).isEmpty();
    assertThat(besides("thread-per-task", SITE, leak)).isEmpty();
  }

  private static List<Verdict> besides(String rule, String site, Verdict leak) {
    Verdict other = new Verdict(site, Severity.WARNING, site, "", Map.of(), 1, "");
    Map<String, List<Verdict>> verdicts = new HashMap<>();
    verdicts.put("thread-leak", new ArrayList<>(List.of(leak)));
    verdicts.put(rule, List.of(other));
    new OneCause().settle(verdicts, List.of(), at(400).build());
    return verdicts.get("thread-leak");
  }
}
