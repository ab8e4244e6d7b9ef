package dev.snarl.rules;

import static dev.snarl.rules.Snapshots.SECOND;
import static dev.snarl.rules.Snapshots.at;
import static dev.snarl.rules.Snapshots.blocked;
import static dev.snarl.rules.Snapshots.during;
import static dev.snarl.rules.Snapshots.judge;
import static dev.snarl.rules.Snapshots.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.Crowds;
import dev.snarl.snapshot.Crowds.Holder;
import dev.snarl.snapshot.Crowds.LockQueue;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Pool.SiteCount;
import dev.snarl.snapshot.Wait;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LockContentionTest {
  private static final String SITE = "com.acme.Store.put(Store.java:12)";

  private static Crowds queue(
      String lock, int threads, double threadSeconds, @Nullable String holderBlockedIn) {
    return queue(lock, threads, threadSeconds, holderBlockedIn, false);
  }

  private static Crowds queue(
      String lock,
      int threads,
      double threadSeconds,
      @Nullable String holderBlockedIn,
      boolean goesOn) {
    Holder holder =
        new Holder("w-#", "com.acme.Disk.write(Disk.java:3)", holderBlockedIn, null, 4, goesOn);
    return new Crowds(
        List.of(
            new LockQueue(
                "com.acme.Store.put",
                lock,
                lock.equals("com.acme.Store"),
                SITE,
                "a monitor at com.acme.Store.put",
                threads,
                (long) (threadSeconds * SECOND),
                0,
                40,
                List.of(new SiteCount(SITE, 30), new SiteCount("x", 10)),
                holder)),
        List.of(),
        List.of());
  }

  private static List<Verdict> after(double seconds, int threads, @Nullable String blockedIn) {
    return judge(
        new LockContention(),
        during(
            seconds, t -> at(t).crowds(queue("com.acme.Store", threads, threads * t, blockedIn))));
  }

  @Test
  void threadsAtOneMonitorWhoseOwnerIsBlocked() {
    assertThat(after(15, 178, "a.B.write"))
        .singleElement()
        .satisfies(
            verdict -> {
              assertThat(verdict.severity()).isEqualTo(Severity.WARNING);
              assertThat(verdict.site()).isEqualTo(SITE);
              assertThat(verdict.title())
                  .isEqualTo(
                      "178 threads queue for a monitor in Store.put(), during 100 % of 10 s");
              assertThat(verdict.evidence())
                  .containsEntry("meanThreads", 178.0)
                  .containsEntry("blockedSeconds", 1780.0)
                  .containsEntry("lockClass", "com.acme.Store")
                  .containsEntry("heldAt", "com.acme.Disk.write(Disk.java:3)");
              assertThat(verdict.remedy()).contains("waits in B.write()");
            });
  }

  @Test
  void anOwnerThatComputesIsANote() {
    assertThat(after(15, 8, null)).extracting(Verdict::severity).containsExactly(Severity.INFO);
  }

  @Test
  void twoThreadsOrAnAgentThatHasNotSeenAWholeWindowSayNothing() {
    assertThat(after(15, 2, "a.B.write")).isEmpty();
    assertThat(after(9, 178, "a.B.write")).isEmpty();
  }

  /** As many thread-seconds as those above, but nobody waited most of the time. */
  @Test
  void aBurstIsNoQueueThatLasts() {
    assertThat(judge(new LockContention(), during(15, LockContentionTest::burst))).isEmpty();
  }

  private static Snapshots burst(double t) {
    boolean now = t >= 8 && t <= 10;
    double seconds = 500 * Math.max(0, Math.min(2, t - 8));
    return at(t).crowds(queue("com.acme.Store", now ? 500 : 0, seconds, "a.B.write"));
  }

  @Test
  void locksOfTwoClassesInOneMethodAreTwoFindings() {
    List<Verdict> monitor = after(15, 20, "a.B.write");
    String type = "java.util.concurrent.locks.ReentrantLock";
    List<Verdict> lock =
        judge(new LockContention(), during(15, t -> at(t).crowds(queue(type, 20, 20 * t, null))));
    assertThat(lock.get(0).title()).contains("20 threads queue for a ReentrantLock");
    assertThat(lock.get(0).key()).isNotEqualTo(monitor.get(0).key());
  }

  @Test
  void aLockThatADeadlockKeepsIsThatDeadlocks() {
    Need.Running one = (Need.Running) running(1);
    Need.Running two = (Need.Running) running(2);
    Crowds crowds = queue("com.acme.Store", 8, 80, "a.B.write");
    LockQueue queue = crowds.locks().get(0);
    Holder holder = new Holder(one.thread().group(), SITE, "a.B.write", null, 4, false);
    Crowds kept =
        new Crowds(
            List.of(
                new LockQueue(
                    queue.method(),
                    queue.lock(),
                    queue.monitor(),
                    queue.site(),
                    queue.blockedIn(),
                    queue.threads(),
                    queue.nanos(),
                    0,
                    queue.samples(),
                    queue.sites(),
                    holder)),
            List.of(),
            List.of());
    Need ofOne = new Need.Held("a.Lock", one.thread(), Need.How.HELD, Certainty.PROVED);
    Need ofTwo = new Need.Held("a.Lock", two.thread(), Need.How.HELD, Certainty.PROVED);
    assertThat(judge(new LockContention(), during(15, t -> at(t).crowds(kept)))).hasSize(1);
    assertThat(
            judge(
                new LockContention(),
                during(15, t -> at(t).crowds(kept).waiting(blocked(1, ofTwo), blocked(2, ofOne)))))
        .isEmpty();
  }

  @Test
  void whoStandsByForALeaderThatGoesOnIsANote() {
    assertThat(standBy(true, 15, null)).isEqualTo(Severity.INFO);
    assertThat(standBy(false, 15, null)).as("the owner hangs").isEqualTo(Severity.WARNING);
    assertThat(standBy(true, 4, null)).as("one has come lately").isEqualTo(Severity.WARNING);
    assertThat(standBy(true, 15, blocked(9, running(1))))
        .as("one is awaited")
        .isEqualTo(Severity.WARNING);
  }

  @Test
  void aMonitorWhoseOwnerWasNotSeenYetSaysNothing() {
    assertThat(judge(new LockContention(), during(15, t -> ofUnknown(t, true)))).isEmpty();
    assertThat(judge(new LockContention(), during(15, t -> ofUnknown(t, false))))
        .as("readers keep a lock")
        .hasSize(1);
  }

  private static Snapshots ofUnknown(double t, boolean monitor) {
    LockQueue known = queue("com.acme.Store", 3, 3 * t, null).locks().get(0);
    LockQueue queue =
        new LockQueue(
            known.method(),
            known.lock(),
            monitor,
            known.site(),
            known.blockedIn(),
            known.threads(),
            known.nanos(),
            0,
            known.samples(),
            known.sites(),
            null);
    return at(t).crowds(new Crowds(List.of(queue), List.of(), List.of()));
  }

  private static Severity standBy(boolean goesOn, double latest, @Nullable Wait other) {
    String type = "com.acme.Store";
    List<Verdict> verdicts =
        judge(
            new LockContention(),
            during(
                15,
                t -> {
                  List<Wait> waits = new ArrayList<>();
                  for (int i = 1; i <= 3; i++) {
                    waits.add(waits(i, type, i == 1 ? latest : 15));
                  }
                  if (other != null) {
                    waits.add(other);
                  }
                  return at(t)
                      .crowds(queue(type, 3, 3 * t, "java.lang.Thread.sleep", goesOn))
                      .waiting(waits.toArray(new Wait[0]));
                }));
    return verdicts.get(0).severity();
  }

  private static Wait waits(long thread, String type, double seconds) {
    Wait any = blocked(thread, running(8));
    Need need =
        new Need.Held(type, ((Need.Running) running(8)).thread(), Need.How.HELD, Certainty.PROVED);
    return new Wait(
        any.id(), any.thread(), SITE, type, type, false, (long) (seconds * SECOND), need, null);
  }
}
