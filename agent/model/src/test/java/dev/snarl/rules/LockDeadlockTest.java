package dev.snarl.rules;

import static dev.snarl.rules.Snapshots.aPool;
import static dev.snarl.rules.Snapshots.at;
import static dev.snarl.rules.Snapshots.blocked;
import static dev.snarl.rules.Snapshots.judge;
import static dev.snarl.rules.Snapshots.queued;
import static dev.snarl.rules.Snapshots.running;
import static dev.snarl.rules.Snapshots.timed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Need.How;
import dev.snarl.snapshot.ThreadRef;
import dev.snarl.snapshot.Wait;
import java.util.List;
import org.junit.jupiter.api.Test;

class LockDeadlockTest {
  private static List<Verdict> judged(Snapshots snapshot) {
    return judge(new LockDeadlock(), snapshot.alone());
  }

  private static Need held(long by, How how, Certainty certainty) {
    ThreadRef thread = ((Need.Running) running(by)).thread();
    return new Need.Held("java.lang.Object", thread, how, certainty);
  }

  private static Need held(long by) {
    return held(by, How.HELD, Certainty.PROVED);
  }

  @Test
  void twoThreadsThatHoldEachOthersLocksAreDeadlocked() {
    List<Verdict> verdicts = judged(at(0).waiting(blocked(1, held(2)), blocked(2, held(1))));
    assertThat(verdicts).hasSize(1);
    assertThat(verdicts.get(0).severity()).isEqualTo(Severity.CRITICAL);
    assertThat(verdicts.get(0).title())
        .isEqualTo("Deadlock: t-1 and t-2 wait for each other's locks");
    assertThat(verdicts.get(0).evidence().get("cycle"))
        .isEqualTo(
            List.of(
                "t-1 → java.lang.Object at com.acme.Outer.run(Outer.java:10) → held by t-2",
                "t-2 → java.lang.Object at com.acme.Outer.run(Outer.java:10) → held by t-1"));
  }

  @Test
  void threadsBehindTheCycleAreCountedApart() {
    List<Verdict> verdicts =
        judged(at(0).waiting(blocked(1, held(2)), blocked(2, held(1)), blocked(3, held(1))));
    assertThat(verdicts).hasSize(1);
    assertThat(verdicts.get(0).evidence()).containsEntry("stuckThreads", 2);
    assertThat(verdicts.get(0).evidence()).containsEntry("alsoWaiting", 1);
  }

  @Test
  void aThreadMayWaitForItself() {
    assertThat(judged(at(0).waiting(blocked(1, held(1)))))
        .extracting(Verdict::title)
        .containsExactly("Deadlock: t-1 waits for a lock that it holds itself");
  }

  @Test
  void oneOfSeveralReadersIsEnough() {
    Need readers = new Need.All(List.of(new Need.Unknown(), held(2)));
    assertThat(judged(at(0).waiting(blocked(1, readers), blocked(2, held(1))))).hasSize(1);
  }

  @Test
  void aCycleMayPassThroughJoinsTasksAndQueues() {
    Need end = held(2, How.ALIVE, Certainty.PROVED);
    assertThat(judged(at(0).waiting(blocked(1, end), blocked(2, running(1))))).hasSize(1);
    List<Verdict> through =
        judged(
            at(0)
                .pool(aPool(1).threads(1).queued(1))
                .waiting(blocked(1, held(7)), blocked(7, queued(1))));
    assertThat(through)
        .extracting(Verdict::title)
        .containsExactly("Deadlock: t-1 and t-7 wait for each other, through the queue of pool-1");
  }

  @Test
  void whatIsOnlyLikelyProvesNothing() {
    Need likely = held(1, How.HELD, Certainty.LIKELY);
    assertThat(judged(at(0).waiting(blocked(1, held(2)), blocked(2, likely)))).isEmpty();
  }

  private static Need likely(long by) {
    ThreadRef thread = ((Need.Running) running(by)).thread();
    return new Need.Running("com.acme.Task", thread, null, Certainty.LIKELY, null);
  }

  @Test
  void whoWouldLikelyCountDownTheLatchWaitsForTheLockOfItsWaiter() {
    List<Verdict> verdicts =
        judged(at(0).waiting(blocked(1, held(2)), blocked(2, likely(1), false, 11)));
    assertThat(verdicts).isEmpty(); // not for long enough
    verdicts =
        judged(at(0).waiting(blocked(1, held(2), false, 11), blocked(2, likely(1), false, 11)));
    assertThat(verdicts).extracting(Verdict::severity).containsExactly(Severity.WARNING);
    assertThat(verdicts.get(0).title())
        .isEqualTo("Likely deadlock: t-1 and t-2 wait for each other");
    assertThat(verdicts.get(0).evidence()).containsEntry("certainty", "likely");
  }

  @Test
  void anotherWhoMayCountItDownBreaksTheLikelyCycle() {
    Need either = new Need.Any(List.of(likely(1), likely(3)));
    assertThat(judged(at(0).waiting(blocked(1, held(2), false, 11), blocked(2, either, false, 11))))
        .isEmpty();
  }

  @Test
  void aProvedCycleIsNoLikelyOneToo() {
    Need behind = held(1);
    assertThat(
            judged(
                at(0)
                    .waiting(
                        blocked(1, held(2), false, 11),
                        blocked(2, held(1), false, 11),
                        blocked(3, behind, false, 11),
                        blocked(4, likely(3), false, 11))))
        .extracting(Verdict::severity)
        .containsExactly(Severity.CRITICAL);
  }

  @Test
  void aGateThatRemembersWhoClosedItIsNotLikelyADeadlock() {
    Need likely = held(1, How.HELD, Certainty.LIKELY);
    assertThat(judged(at(0).waiting(blocked(1, held(2), false, 60), blocked(2, likely, false, 60))))
        .isEmpty();
  }

  @Test
  void ownersThatAreOnlyLikelyAreLocksWhereEachWaitsForTheNext() {
    Need first = held(1, How.HELD, Certainty.LIKELY);
    Need second = held(2, How.HELD, Certainty.LIKELY);
    List<Verdict> verdicts =
        judged(at(0).waiting(blocked(1, second, false, 11), blocked(2, first, false, 11)));
    assertThat(verdicts).extracting(Verdict::severity).containsExactly(Severity.WARNING);
    assertThat(verdicts.get(0).title())
        .isEqualTo("Likely deadlock: t-1 and t-2 wait for each other");
    assertThat(verdicts.get(0).remedy()).startsWith("Take locks and permits in the same order");
    assertThat(judged(at(0).waiting(blocked(1, first, false, 60)))).isEmpty();
  }

  @Test
  void whoKeepsAStampByItsOwnCodeMayWaitForItself() {
    Need own = held(1, How.KEPT, Certainty.LIKELY);
    List<Verdict> verdicts = judged(at(0).waiting(blocked(1, own, false, 11)));
    assertThat(verdicts)
        .extracting(Verdict::title, Verdict::severity)
        .containsExactly(
            tuple("Likely deadlock: t-1 waits for a lock that it holds itself", Severity.WARNING));
    assertThat(verdicts.get(0).remedy()).startsWith("Take permits and stamps");
  }

  @Test
  void stagesThatFillEachOthersQueuesAreLikelyADeadlock() {
    Need first = held(1, How.TAKING, Certainty.LIKELY);
    Need second = held(2, How.TAKING, Certainty.LIKELY);
    List<Verdict> verdicts =
        judged(
            at(0)
                .waiting(
                    blocked(1, second, false, 11),
                    blocked(2, first, false, 11),
                    blocked(3, first, false, 11)));
    assertThat(verdicts).hasSize(1);
    assertThat(verdicts.get(0).title())
        .isEqualTo("Likely deadlock: t-1 and t-2 wait for each other");
    assertThat(verdicts.get(0).evidence()).containsEntry("alsoWaiting", 1);
    assertThat(verdicts.get(0).remedy()).startsWith("Each takes from one queue");
    assertThat(judged(at(0).waiting(blocked(1, first, false, 60)))).isEmpty();
  }

  private static Need ownEnd(long thread) {
    return held(thread, How.ALIVE, Certainty.PROVED);
  }

  private static Wait inAPool(Wait wait) {
    ThreadRef of = wait.thread();
    return new Wait(
        wait.id(),
        new ThreadRef(of.id(), of.name(), of.group(), 1L),
        wait.site(),
        wait.call(),
        wait.futureType(),
        wait.timed(),
        wait.blockedNanos(),
        wait.need());
  }

  @Test
  void aTaskThatAwaitsTheEndOfItsPoolWaitsForItsOwn() {
    assertThat(judged(at(0).waiting(inAPool(blocked(1, ownEnd(1))))))
        .extracting(Verdict::title, Verdict::severity)
        .containsExactly(tuple("Deadlock: t-1 waits for its own end", Severity.CRITICAL));
  }

  @Test
  void withATimeOutItIsAWarningOnceItLasts() {
    assertThat(judged(at(0).waiting(inAPool(blocked(1, ownEnd(1), true, 9))))).isEmpty();
    assertThat(judged(at(0).waiting(inAPool(blocked(1, ownEnd(1), true, 11)))))
        .extracting(Verdict::title, Verdict::severity)
        .containsExactly(
            tuple("Deadlock until a time-out: t-1 waits for its own end", Severity.WARNING));
  }

  @Test
  void aThreadThatJoinsItselfHarmsNobodyUntilSomebodyWaitsForIt() {
    assertThat(judged(at(0).waiting(blocked(1, ownEnd(1))))).isEmpty();
    assertThat(judged(at(0).waiting(blocked(1, ownEnd(1)), blocked(2, ownEnd(1)))))
        .extracting(Verdict::severity)
        .containsExactly(Severity.CRITICAL);
  }

  @Test
  void aWaitWithATimeOutBreaksTheCycle() {
    assertThat(judged(at(0).waiting(timed(1, held(2)), blocked(2, held(1))))).isEmpty();
  }

  @Test
  void aHolderThatRunsWillGiveTheLockBack() {
    assertThat(judged(at(0).waiting(blocked(1, held(2)), blocked(3, held(2))))).isEmpty();
  }

  @Test
  void futuresAloneAreNoDeadlockOfLocks() {
    assertThat(
            judged(
                at(0)
                    .pool(aPool(1).threads(1, 2).queued(2))
                    .waiting(blocked(1, queued(1)), blocked(2, queued(1)))))
        .isEmpty();
  }
}
