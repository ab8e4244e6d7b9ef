package dev.snarl.rules;

import static dev.snarl.rules.Snapshots.aPool;
import static dev.snarl.rules.Snapshots.at;
import static dev.snarl.rules.Snapshots.blocked;
import static dev.snarl.rules.Snapshots.judge;
import static dev.snarl.rules.Snapshots.queued;
import static dev.snarl.rules.Snapshots.running;
import static dev.snarl.rules.Snapshots.timed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PoolDeadlockTest {
  private final Rule rule = new PoolDeadlock();

  private List<Verdict> judged(Snapshots snapshot) {
    return judge(rule, snapshot.alone());
  }

  private static List<?> cycle(Verdict verdict) {
    return (List<?>) Objects.requireNonNull(verdict.evidence().get("cycle"));
  }

  @Test
  void aPoolThatWaitsForItsOwnQueueIsDeadlocked() {
    List<Verdict> verdicts =
        judged(
            at(0)
                .pool(aPool(1).threads(1, 2).queued(2))
                .waiting(blocked(1, queued(1)), blocked(2, queued(1))));
    assertThat(verdicts).hasSize(1);
    Verdict verdict = verdicts.get(0);
    assertThat(verdict.severity()).isEqualTo(Severity.CRITICAL);
    assertThat(verdict.site()).isEqualTo("com.acme.Outer.run(Outer.java:10)");
    assertThat(verdict.title())
        .isEqualTo("Deadlock: all 2 threads of pool-1 wait for tasks in their own queue");
    assertThat(verdict.evidence()).contains(entry("stuckThreads", 2), entry("stuckSeconds", 1.0));
    assertThat(cycle(verdict))
        .isEqualTo(
            List.of(
                "t-1 → FutureTask.get() at com.acme.Outer.run(Outer.java:10) → task com.acme.Inner"
                    + " → queue of pool-1",
                "t-2 → FutureTask.get() at com.acme.Outer.run(Outer.java:10) → task com.acme.Inner"
                    + " → queue of pool-1",
                "queue of pool-1 → 2 of its 2 threads above"));
  }

  @Test
  void twoPoolsThatWaitForEachOtherAreOneDeadlock() {
    List<Verdict> verdicts =
        judged(
            at(0)
                .pool(aPool(2).threads(2))
                .pool(aPool(1).threads(1))
                .waiting(blocked(1, queued(2)), blocked(2, queued(1)), blocked(9, queued(1))));
    assertThat(verdicts).hasSize(1);
    assertThat(verdicts.get(0).title()).startsWith("Deadlock across 2 pools: all 2 threads of");
    assertThat(verdicts.get(0).evidence()).contains(entry("alsoWaiting", 1));
    assertThat(verdicts.get(0).key())
        .isEqualTo(
            "pool-1 built at com.acme.Pools.build(Pools.java:1) & "
                + "pool-2 built at com.acme.Pools.build(Pools.java:2)");
  }

  @Test
  void aCircleMayPassThroughAThreadOutsideAnyPool() {
    assertThat(
            judged(
                at(0)
                    .pool(aPool(1).threads(1))
                    .waiting(blocked(1, running(7)), blocked(7, queued(1)))))
        .hasSize(1);
  }

  @Test
  void twoSeparateCirclesAreTwoVerdicts() {
    assertThat(
            judged(
                at(0)
                    .pool(aPool(1).threads(1))
                    .pool(aPool(2).threads(2))
                    .waiting(blocked(1, queued(1)), blocked(2, queued(2)))))
        .hasSize(2);
  }

  @Test
  void aPoolThatOnlyWaitsForADeadlockedOneIsItsVictim() {
    List<Verdict> verdicts =
        judged(
            at(0)
                .pool(aPool(1).threads(1))
                .pool(aPool(2).threads(2))
                .waiting(blocked(1, queued(1)), blocked(2, queued(1))));
    assertThat(verdicts).hasSize(1);
    assertThat(verdicts.get(0).evidence()).contains(entry("alsoWaiting", 1), entry("poolCount", 1));
  }

  @Test
  void oneFreeWorkerIsAWayOut() {
    assertThat(judged(at(0).pool(aPool(1).threads(1, 2)).waiting(blocked(1, queued(1))))).isEmpty();
  }

  @Test
  void aTimedWaitIsAWayOut() {
    assertThat(
            judged(
                at(0)
                    .pool(aPool(1).threads(1, 2))
                    .waiting(blocked(1, queued(1)), timed(2, queued(1)))))
        .isEmpty();
  }

  @Test
  void aFutureCompletedFromOutsideIsAWayOut() {
    assertThat(judged(at(0).pool(aPool(1).threads(1)).waiting(blocked(1, new Need.Unknown()))))
        .isEmpty();
  }

  @Test
  void aPoolThatCanGrowIsAWayOut() {
    assertThat(judged(at(0).pool(aPool(1).threads(1).growing()).waiting(blocked(1, queued(1)))))
        .isEmpty();
  }

  @Test
  void anyOfWithABranchThatIsNotQueuedIsAWayOutAndAllOfIsNot() {
    List<Need> branches = List.of(queued(1), new Need.Unknown());
    assertThat(judged(at(0).pool(aPool(1).threads(1)).waiting(blocked(1, new Need.Any(branches)))))
        .isEmpty();
    assertThat(judged(at(0).pool(aPool(1).threads(1)).waiting(blocked(1, new Need.All(branches)))))
        .hasSize(1);
    assertThat(
            judged(
                at(0)
                    .pool(aPool(1).threads(1))
                    .waiting(blocked(1, new Need.Any(List.of(queued(1), queued(1)))))))
        .hasSize(1);
  }

  @Test
  void aSnapshotTornByARaceCannotAccuse() {
    assertThat(judged(at(0).pool(aPool(1).threads(1)).waiting(blocked(1, queued(1), false, 0.249))))
        .isEmpty();
    assertThat(judged(at(0).pool(aPool(1).threads(1)).waiting(blocked(1, queued(1), false, 0.250))))
        .hasSize(1);
    assertThat(judged(at(0).pool(aPool(1).threads(1).stuck(0)).waiting(blocked(1, queued(1)))))
        .isEmpty();
  }

  @Test
  void aPoolOfWhichNotEveryThreadIsKnownIsNotAccused() {
    assertThat(
            judged(at(0).pool(aPool(1).threads(1).sizes(2, 2, 2)).waiting(blocked(1, queued(1)))))
        .isEmpty();
  }

  @Test
  void threadsThatWaitForEachOtherWithoutAQueueAreNoPoolDeadlock() {
    assertThat(judged(at(0).waiting(blocked(1, running(2)), blocked(2, running(1))))).isEmpty();
  }

  @Test
  void fiveThousandWaitsInFiveHundredPoolsAreOneCircleWithACutPrint() {
    Snapshots snapshot = at(0);
    List<Wait> waits = new ArrayList<>();
    for (int pool = 0; pool < 500; pool++) {
      long first = pool * 10L;
      snapshot.pool(aPool(pool).threads(LongStream.range(first, first + 10).toArray()));
      for (long thread = first; thread < first + 10; thread++) {
        waits.add(blocked(thread, queued((pool + 1) % 500)));
      }
    }
    List<Verdict> verdicts = judged(snapshot.waiting(waits.toArray(Wait[]::new)));
    assertThat(verdicts).hasSize(1);
    assertThat(verdicts.get(0).evidence())
        .contains(entry("stuckThreads", 5000), entry("poolCount", 500));
    assertThat(cycle(verdicts.get(0))).hasSizeLessThan(60);
    assertThat(cycle(verdicts.get(0)).toString()).contains("… and 4976 more threads like these");
  }
}
