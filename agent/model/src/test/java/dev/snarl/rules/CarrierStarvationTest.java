package dev.snarl.rules;

import static dev.snarl.rules.Snapshots.at;
import static dev.snarl.rules.Snapshots.judge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.snapshot.CarrierQueue;
import dev.snarl.snapshot.CarrierQueue.Holder;
import java.util.List;
import org.junit.jupiter.api.Test;

class CarrierStarvationTest {

  private static List<Verdict> of(double seconds, Holder... holders) {
    CarrierQueue queue =
        new CarrierQueue((long) (seconds * 1e9), 40, 2, 2, List.of(holders), false);
    return judge(new CarrierStarvation(), at(1).carriers(queue).alone());
  }

  @Test
  void namesTheLineThatComputes() {
    Verdict verdict = of(1.5, new Holder("a.Report.sum(Report.java:9)", null, 2)).get(0);
    assertThat(verdict.site()).isEqualTo("a.Report.sum(Report.java:9)");
    assertThat(verdict.title())
        .isEqualTo(
            "A virtual thread that could run has waited for a carrier for 1.5 s;"
                + " 2 of 2 carriers are busy at a.Report.sum(Report.java:9)");
    assertThat(verdict.evidence()).containsEntry("waiting", 40L);
    assertThat(verdict.remedy()).contains("as many threads as processors");
  }

  @Test
  void namesTheCallThatPins() {
    Holder pinned = new Holder("a.B.c(B.java:1)", "java.lang.Thread.sleep", 2);
    assertThat(of(3, pinned).get(0).title()).contains("are pinned in Thread.sleep() at a.B.c");
    assertThat(of(3, pinned).get(0).remedy()).contains("ReentrantLock");
  }

  @Test
  void isADeadlockWhereTheOneThatMustGoOnHasNoCarrier() {
    Holder pinned =
        new Holder("a.B.c(B.java:1)", "java.util.concurrent.locks.ReentrantLock.lock", 2);
    CarrierQueue queue = new CarrierQueue(3_000_000_000L, 1, 2, 2, List.of(pinned), true);
    Verdict verdict = judge(new CarrierStarvation(), at(1).carriers(queue).alone()).get(0);
    assertThat(verdict.severity()).isEqualTo(Severity.CRITICAL);
    assertThat(verdict.title())
        .isEqualTo(
            "Deadlock of virtual threads: 2 of 2 carriers are pinned in ReentrantLock.lock() at"
                + " a.B.c(B.java:1), and the one that must go on first has none");
    assertThat(verdict.evidence()).containsEntry("certainty", "proved");
  }

  @Test
  void saysNothingOfShortWaitsAndOfWaitsThatNobodyExplains() {
    assertThat(of(0.9, new Holder("a.B.c(B.java:1)", null, 2))).isEmpty();
    assertThat(of(9)).isEmpty();
    assertThat(judge(new CarrierStarvation(), at(1).alone())).isEmpty();
  }
}
