package dev.snarl.rules;

import static dev.snarl.rules.Snapshots.SECOND;
import static dev.snarl.rules.Snapshots.at;
import static dev.snarl.rules.Snapshots.during;
import static dev.snarl.rules.Snapshots.judge;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.snarl.snapshot.Coroutines;
import java.util.List;
import org.junit.jupiter.api.Test;

class CoroutineRulesTest {
  private static final String SITE = "com.acme.Feed$publish$1.invokeSuspend(Feed.kt:17)";

  private final Rule nested = new NestedScope();
  private final Rule blocking = new BlockingInCoroutine();

  private static Coroutines.Detached detached(
      double created, double newRoots, double returned, double live) {
    return new Coroutines.Detached(
        SITE,
        "com.acme.Feed.publish(Feed.kt:12)",
        (long) created,
        (long) newRoots,
        (long) returned,
        (long) live,
        "Dispatchers.IO",
        12);
  }

  @Test
  void twentyNewScopesInAMinuteAreFoundWithTheirEvidence() {
    List<Verdict> verdicts = judge(nested, at(0).detached(detached(40, 20, 0, 7)).alone());
    assertThat(verdicts).extracting(Verdict::severity).containsExactly(Severity.WARNING);
    assertThat(verdicts.get(0).evidence())
        .contains(
            entry("parentSite", "com.acme.Feed.publish(Feed.kt:12)"),
            entry("created", 40L),
            entry("newScopes", 20L),
            entry("live", 7L),
            entry("dispatcher", "Dispatchers.IO"),
            entry("dispatcherQueued", 12L));
    assertThat(judge(nested, at(0).detached(detached(400, 19, 0, 7)).alone())).isEmpty();
    assertThat(judge(nested, during(70, s -> at(s).detached(detached(60, 60, 0, 7)))))
        .as("long ago")
        .isEmpty();
  }

  @Test
  void scopesThatTurnOutToLiveOnAreNoNewOnes() {
    assertThat(judge(nested, at(0).detached(detached(400, 30, 11, 7)).alone())).isEmpty();
    assertThat(judge(nested, at(0).detached(detached(400, 30, 10, 7)).alone())).hasSize(1);
  }

  @Test
  void oneScopeThatGrowsForHalfAMinuteIsFound() {
    assertThat(judge(nested, during(35, s -> at(s).detached(detached(s * 10, 1, 0, s * 4)))))
        .hasSize(1);
    assertThat(judge(nested, during(35, s -> at(s).detached(detached(s * 10, 1, 0, s * 2)))))
        .as("fewer than 100")
        .isEmpty();
    assertThat(judge(nested, during(25, s -> at(s).detached(detached(s * 10, 1, 0, s * 9)))))
        .as("for less than half a minute")
        .isEmpty();
  }

  @Test
  void aSteadyNumberAliveIsFine() {
    assertThat(judge(nested, during(60, s -> at(s).detached(detached(s * 900, 1, 0, 5_000)))))
        .isEmpty();
    assertThat(
            judge(
                nested,
                during(60, s -> at(s).detached(detached(s * 900, 1, 0, 500 + 300 * (s % 12))))))
        .as("breathing")
        .isEmpty();
  }

  private static Coroutines.Blocking blocked(
      long sightings, long seconds, double blockedSeconds, double fullSeconds) {
    return new Coroutines.Blocking(
        SITE,
        "runBlocking",
        "Dispatchers.Default",
        false,
        4,
        sightings,
        seconds,
        (long) (blockedSeconds * SECOND),
        (long) (fullSeconds * SECOND));
  }

  @Test
  void aTenthOfASecondEachSecondIsFound() {
    List<Verdict> verdicts = judge(blocking, at(0).blocking(blocked(5, 3, 1.0, 0.9)).alone());
    assertThat(verdicts).extracting(Verdict::severity).containsExactly(Severity.WARNING);
    assertThat(verdicts.get(0).evidence())
        .contains(
            entry("blockedIn", "runBlocking"),
            entry("dispatcher", "Dispatchers.Default"),
            entry("threads", 4),
            entry("shareOfThreads", 0.025),
            entry("blockedMillisPerSecond", 100.0));
  }

  @Test
  void aFullDispatcherIsCritical() {
    assertThat(judge(blocking, at(0).blocking(blocked(40, 9, 8.0, 1.0)).alone()))
        .extracting(Verdict::severity)
        .containsExactly(Severity.CRITICAL);
  }

  @Test
  void shortBlocksFewSamplesAndASingleMomentAreFine() {
    assertThat(judge(blocking, at(0).blocking(blocked(5, 3, 0.9, 0)).alone())).isEmpty();
    assertThat(judge(blocking, at(0).blocking(blocked(4, 3, 1.2, 0)).alone())).isEmpty();
    assertThat(judge(blocking, at(0).blocking(blocked(20, 2, 4.0, 2)).alone())).isEmpty();
    assertThat(judge(blocking, during(12, s -> at(s).blocking(blocked(90, 9, 9, 9)))))
        .as("long ago")
        .isEmpty();
  }
}
