package dev.snarl.rules;

import static dev.snarl.rules.Snapshots.SECOND;
import static dev.snarl.rules.Snapshots.at;
import static dev.snarl.rules.Snapshots.during;
import static dev.snarl.rules.Snapshots.judge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.snapshot.Crowds;
import dev.snarl.snapshot.Crowds.Holder;
import dev.snarl.snapshot.Crowds.LockQueue;
import dev.snarl.snapshot.Pool.SiteCount;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LockContentionTest {
  private static final String SITE = "com.acme.Store.put(Store.java:12)";

  private static Crowds queue(@Nullable String lock, int threads, double threadSeconds) {
    Holder holder = new Holder("w-#", "com.acme.Disk.write(Disk.java:3)", "a.B.write", 4, true);
    return new Crowds(
        List.of(
            new LockQueue(
                "com.acme.Store.put",
                lock,
                SITE,
                "a monitor at com.acme.Store.put",
                threads,
                (long) (threadSeconds * SECOND),
                40,
                List.of(new SiteCount(SITE, 30), new SiteCount("x", 10)),
                holder)),
        List.of());
  }

  private static List<Verdict> after(double seconds, int threads) {
    return judge(
        new LockContention(),
        during(seconds, t -> at(t).crowds(queue(null, threads, threads * t))));
  }

  @Test
  void manyThreadsAtOneMonitorForAWholeWindow() {
    assertThat(after(15, 178))
        .singleElement()
        .satisfies(
            verdict -> {
              assertThat(verdict.severity()).isEqualTo(Severity.WARNING);
              assertThat(verdict.site()).isEqualTo(SITE);
              assertThat(verdict.title())
                  .isEqualTo(
                      "178 threads queue for a monitor in Store.put(), on average over 10 s");
              assertThat(verdict.evidence())
                  .containsEntry("meanThreads", 178.0)
                  .containsEntry("blockedSeconds", 1780.0)
                  .containsEntry("heldAt", "com.acme.Disk.write(Disk.java:3)")
                  .containsEntry("holderCertainty", "proved");
              assertThat(verdict.remedy()).contains("waits in B.write()");
            });
  }

  @Test
  void fewThreadsOrAnAgentThatHasNotSeenAWholeWindowSayNothing() {
    assertThat(after(15, 7)).isEmpty();
    assertThat(after(9, 178)).isEmpty();
  }

  /** As many thread-seconds as those above, but nobody waited most of the time. */
  @Test
  void aBurstIsNoQueueThatLasts() {
    assertThat(judge(new LockContention(), during(15, LockContentionTest::burst))).isEmpty();
  }

  private static Snapshots burst(double t) {
    boolean now = t >= 8 && t <= 11;
    return at(t).crowds(queue(null, now ? 500 : 0, 500 * Math.max(0, Math.min(3, t - 8))));
  }

  @Test
  void locksOfTwoClassesInOneMethodAreTwoFindings() {
    List<Verdict> monitor = after(15, 20);
    List<Verdict> lock =
        judge(
            new LockContention(),
            during(
                15,
                t -> at(t).crowds(queue("java.util.concurrent.locks.ReentrantLock", 20, 20 * t))));
    assertThat(lock.get(0).title()).contains("20 threads queue for a ReentrantLock");
    assertThat(lock.get(0).key()).isNotEqualTo(monitor.get(0).key());
  }
}
