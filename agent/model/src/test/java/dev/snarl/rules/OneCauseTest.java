package dev.snarl.rules;

import static dev.snarl.rules.Snapshots.SECOND;
import static dev.snarl.rules.Snapshots.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.DoubleHeld;
import dev.snarl.snapshot.SerialWait;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A wait for what was just submitted that also holds two threads is one finding. */
class OneCauseTest {
  private static final String SITE = "com.acme.Runner.run(Runner.java:42)";
  private static final String OTHER = "com.acme.Sender.send(Sender.java:7)";
  private static final String PAIR = "async-blocking-pair";
  private static final String SERIAL = "submit-and-wait";

  private Set<String> off = Set.of();
  private final Ledger ledger =
      new Ledger(
          "shop",
          List.of(new AsyncBlockingPair(), new SubmitAndWait()),
          rule -> new Ledger.Setting(!off.contains(rule), Map.of()),
          site -> null,
          site -> List.of());

  private static DoubleHeld pair(String site, double seconds) {
    return pair(site, seconds, 10);
  }

  private static DoubleHeld pair(String site, double seconds, double lasted) {
    return new DoubleHeld(
        site,
        "com.acme.Exec.run(Exec.java:31)",
        "main",
        "pool-1-thread-#",
        "CompletableFuture.join",
        "java.lang.Thread.sleep",
        "pool",
        30,
        (long) (seconds * SECOND),
        (long) (lasted * SECOND),
        "main",
        "pool-1-thread-2",
        Certainty.PROVED);
  }

  private static SerialWait serial(String site, double seconds) {
    return new SerialWait(
        site,
        "main",
        "java.util.concurrent.CompletableFuture",
        30,
        (long) (seconds * SECOND),
        (long) (seconds * SECOND),
        10 * SECOND);
  }

  private Ledger.Changes update(Snapshots snapshot) {
    return ledger.update(snapshot.alone());
  }

  private List<String> open() {
    return ledger.open().stream().map(Finding::rule).toList();
  }

  @Test
  void aWaitThatIsAPairIsOneFindingThatSaysWhatTheOtherKnew() {
    update(at(0).pair(pair(SITE, 9)).blockedAt(SITE, 9).serial(serial(SITE, 9)));
    assertThat(open()).containsExactly(PAIR);
    Finding finding = ledger.open().get(0);
    assertThat(finding.evidence().get("also"))
        .isEqualTo(
            Map.of(
                "rule",
                SERIAL,
                "waiter",
                "main",
                "form",
                "supplyAsync().join()",
                "waits",
                30L,
                "meanWaitSeconds",
                0.3,
                "lostSeconds",
                9.0,
                "windowSeconds",
                10.0));
    assertThat(finding.remedy()).contains("30 waits of 300 ms, one after the other");
  }

  @Test
  void whatOpenedFirstGivesWayInTheSameUpdate() {
    assertHeldBack(0, 2);
    assertThat(open()).containsExactly(SERIAL);
    Ledger.Changes changes =
        update(at(3).pair(pair(SITE, 2)).blockedAt(SITE, 3).serial(serial(SITE, 3)));
    assertThat(changes.opened()).extracting(Finding::rule).containsExactly(PAIR);
    assertThat(changes.resolved()).extracting(Finding::rule).containsExactly(SERIAL);
    assertThat(open()).containsExactly(PAIR);
  }

  @Test
  void whereTheWorkerMostlyComputesThePairIsLeftOut() {
    update(at(0).pair(pair(SITE, 2.9)).blockedAt(SITE, 9).serial(serial(SITE, 9)));
    update(at(7).pair(pair(SITE, 2.9)).blockedAt(SITE, 9).serial(serial(SITE, 9)));
    assertThat(open()).containsExactly(SERIAL);
  }

  @Test
  void aShareThatWaversDoesNotMakeThemTakeTurns() {
    update(at(0).pair(pair(SITE, 3.1)).blockedAt(SITE, 9).serial(serial(SITE, 9)));
    for (int second = 1; second < 9; second++) {
      double held = second % 2 == 0 ? 4 : 2;
      Ledger.Changes changes =
          update(at(second).pair(pair(SITE, held)).blockedAt(SITE, 9).serial(serial(SITE, 9)));
      assertThat(changes.opened()).isEmpty();
      assertThat(changes.resolved()).isEmpty();
    }
    assertThat(open()).containsExactly(PAIR);
    update(at(9).serial(serial(SITE, 9)));
    assertThat(open()).as("the pair may come back within its grace").containsExactly(PAIR);
    Ledger.Changes changes = update(at(10).pair(pair(SITE, 1.2)).serial(serial(SITE, 9)));
    assertThat(changes.resolved()).extracting(Finding::rule).containsExactly(PAIR);
    assertThat(open()).as("hardly a pair any more").containsExactly(SERIAL);
  }

  @Test
  void beforeAPairIsSeenTheOtherIsHeldBackForAMoment() {
    assertHeldBack(0, 2);
    assertThat(open()).as("it does not become one").containsExactly(SERIAL);
  }

  @Test
  void whilePairsAreSeenTheOtherIsHeldBackUntilTheyMustHaveLasted() {
    assertHeldBack(0.3, 6);
    assertThat(open()).as("it does not become one").containsExactly(SERIAL);
  }

  @Test
  void aPairThatIsFirstSeenLateExplainsTheWaitsBeforeIt() {
    update(at(0).pair(pair(SITE, 0.2, 0)).blockedAt(SITE, 6).serial(serial(SITE, 6)));
    update(at(2).pair(pair(SITE, 2.2, 2)).blockedAt(SITE, 8).serial(serial(SITE, 8)));
    assertThat(open()).as("it has not lasted").isEmpty();
    update(at(4).pair(pair(SITE, 3.2, 4)).blockedAt(SITE, 10).serial(serial(SITE, 10)));
    assertThat(open()).containsExactly(PAIR);
  }

  private void assertHeldBack(double held, int seconds) {
    for (int second = 0; second <= seconds; second++) {
      assertThat(open()).isEmpty();
      Snapshots snapshot = at(second).blockedAt(SITE, 1.1).serial(serial(SITE, 1.1));
      update(held == 0 ? snapshot : snapshot.pair(pair(SITE, held)));
    }
  }

  @Test
  void otherLinesAreOtherCauses() {
    update(at(0).pair(pair(OTHER, 9)).blockedAt(OTHER, 9).serial(serial(SITE, 9)));
    update(at(2).pair(pair(OTHER, 9)).blockedAt(OTHER, 9).serial(serial(SITE, 9)));
    assertThat(open()).containsExactly(PAIR, SERIAL);
    assertThat(ledger.open().get(0).evidence()).doesNotContainKey("also");
  }

  @Test
  void aRuleThatIsOffHidesNothing() {
    off = Set.of(PAIR);
    update(at(0).pair(pair(SITE, 9)).blockedAt(SITE, 9).serial(serial(SITE, 9)));
    update(at(3).pair(pair(SITE, 9)).blockedAt(SITE, 9).serial(serial(SITE, 9)));
    assertThat(open()).containsExactly(SERIAL);
    off = Set.of(SERIAL);
    update(at(4).pair(pair(SITE, 9)).blockedAt(SITE, 9).serial(serial(SITE, 9)));
    assertThat(open()).containsExactly(PAIR);
  }

  @Test
  void whoQueuesForWhatADeadlockKeepsIsTheDeadlocks() {
    assertThat(besideADeadlock(SITE)).isEmpty();
    assertThat(besideADeadlock(OTHER)).hasSize(1);
  }

  /** The verdicts about a lock whose owner is at that line. */
  private static List<Verdict> besideADeadlock(String heldAt) {
    Map<String, Object> circle = Map.of("sites", List.of(Map.of("site", SITE, "threads", 2)));
    Verdict deadlock = new Verdict("d", Severity.CRITICAL, SITE, "d", circle, 2, "");
    Verdict queue = new Verdict("q", Severity.INFO, OTHER, "q", Map.of("heldAt", heldAt), 9, "");
    Map<String, List<Verdict>> verdicts =
        new HashMap<>(
            Map.of("lock-deadlock", List.of(deadlock), "lock-contention", List.of(queue)));
    new OneCause().settle(verdicts, List.of(), at(0).alone().latest());
    return verdicts.getOrDefault("lock-contention", List.of());
  }
}
