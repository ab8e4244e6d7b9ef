package dev.snarl.rules;

import static dev.snarl.rules.Snapshots.SECOND;
import static dev.snarl.rules.Snapshots.aPool;
import static dev.snarl.rules.Snapshots.at;
import static dev.snarl.rules.Snapshots.blocked;
import static dev.snarl.rules.Snapshots.judge;
import static dev.snarl.rules.Snapshots.queued;
import static dev.snarl.rules.Snapshots.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.snapshot.Crowds;
import dev.snarl.snapshot.SpentPermits;
import dev.snarl.snapshot.SpentPermits.Other;
import dev.snarl.snapshot.ThreadRef;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PermitsExhaustedTest {
  private static final String SITE = "com.acme.Gate.enter(Gate.java:9)";

  private static SpentPermits permits(int waiters, double still, boolean searched, Other... by) {
    List<ThreadRef> threads = new ArrayList<>();
    for (int i = 0; i < waiters; i++) {
      threads.add(new ThreadRef(i, "w-" + i, "w-#", 1L));
    }
    return new SpentPermits(
        "Semaphore.acquire", SITE, threads, (long) (still * SECOND), searched, List.of(by));
  }

  private static List<Verdict> of(SpentPermits permits, int queued, double saturated) {
    return of(permits, queued, saturated, 20);
  }

  private static List<Verdict> of(SpentPermits permits, int queued, double saturated, long ended) {
    return judge(
        new PermitsExhausted(),
        at(60)
            .pool(aPool(1).sizes(4, 4, 4).queued(queued).saturated(saturated).completed(ended))
            .crowds(new Crowds(List.of(), List.of(), List.of(permits)))
            .alone());
  }

  @Test
  void nobodyRunsTheCodeThatTakesThem() {
    assertThat(of(permits(4, 29, true), 30, 29)).as("a callback may give them back").isEmpty();
    assertThat(of(permits(4, 31, true), 30, 31))
        .singleElement()
        .satisfies(
            verdict -> {
              assertThat(verdict.severity()).isEqualTo(Severity.WARNING);
              assertThat(verdict.site()).isEqualTo(SITE);
              assertThat(verdict.title())
                  .startsWith("4 of 4 threads of ")
                  .endsWith(
                      "wait for permits, and none was given back for 31 s: no other thread runs the"
                          + " code that takes them, so they were likely never given back");
              assertThat(verdict.remedy()).contains("finally", "lost PID");
              assertThat(verdict.evidence()).containsEntry("waitingThreads", 4L);
            });
  }

  @Test
  void aThreadThatMayHoldThemIsNamed() {
    Other holder = new Other("w-3", "com.acme.Gate.run(Gate.java:12)", "java.lang.Thread.sleep");
    assertThat(of(permits(3, 12, true, holder), 30, 12))
        .singleElement()
        .satisfies(
            verdict -> {
              assertThat(verdict.title())
                  .endsWith(
                      "w-3 may hold them, blocked in Thread.sleep() at"
                          + " com.acme.Gate.run(Gate.java:12)");
              assertThat(verdict.remedy()).contains("tryAcquire");
            });
  }

  private static List<Verdict> ofVirtual(double still, int waiting, int arrived) {
    SpentPermits permits =
        new SpentPermits(
            "Semaphore.acquire",
            SITE,
            List.of(),
            (long) (still * SECOND),
            true,
            List.of(),
            waiting,
            arrived);
    return judge(
        new PermitsExhausted(),
        at(60).crowds(new Crowds(List.of(), List.of(), List.of(permits))).alone());
  }

  @Test
  void aStampedLockDoesNotKnowItsHoldersEither() {
    SpentPermits stamps = of("StampedLock.writeLock", 31);
    assertThat(of(stamps, 30, 31))
        .singleElement()
        .satisfies(
            verdict -> {
              assertThat(verdict.title()).contains("wait for stamps of a lock");
              assertThat(verdict.remedy()).contains("tryConvertToWriteLock");
            });
    Other holder = new Other("w-3", "com.acme.Gate.run(Gate.java:12)", "java.lang.Thread.sleep");
    assertThat(of(of("StampedLock.writeLock", 31, holder), 30, 31)).as("held for long").isEmpty();
  }

  private static SpentPermits of(String call, double still, Other... by) {
    SpentPermits permits = permits(4, still, true, by);
    return new SpentPermits(
        call, SITE, permits.waiters(), permits.stillNanos(), true, permits.others());
  }

  @Test
  void everMoreVirtualThreadsWait() {
    assertThat(ofVirtual(29, 40, 30)).as("a callback may give them back").isEmpty();
    assertThat(ofVirtual(300, 40, 9)).as("consumers that wait for a sign").isEmpty();
    assertThat(ofVirtual(31, 40, 30))
        .singleElement()
        .satisfies(
            verdict -> {
              assertThat(verdict.severity()).isEqualTo(Severity.WARNING);
              assertThat(verdict.site()).isEqualTo(SITE);
              assertThat(verdict.title())
                  .startsWith("40 virtual threads wait for permits, and none was given back for 31")
                  .contains("in which 30 of them came");
              assertThat(verdict.evidence())
                  .containsEntry("waitingThreads", 40)
                  .containsEntry("arrived", 30);
            });
  }

  @Test
  void consumersHaveNobodyBehindThem() {
    assertThat(of(permits(4, 300, true), 0, 300)).isEmpty();
  }

  @Test
  void tasksThatOtherThreadsWaitForNeedNoQueueBehindThem() {
    Other holder = new Other("report-1", "com.acme.Db.with(Db.java:4)", "a.B.get");
    assertThat(awaited(2, 12, holder)).hasSize(1);
    assertThat(awaited(2, 9, holder)).as("not for long").isEmpty();
    assertThat(awaited(9, 12, holder)).as("for another thread").isEmpty();
  }

  private static List<Verdict> awaited(long thread, double seconds, Other holder) {
    return judge(
        new PermitsExhausted(),
        at(60)
            .pool(aPool(1).sizes(4, 4, 4).queued(0).saturated(0).completed(20))
            .crowds(new Crowds(List.of(), List.of(), List.of(permits(4, 12, true, holder))))
            .waiting(blocked(20, running(thread), false, seconds))
            .alone());
  }

  @Test
  void permitsThatQueuedTasksWillGiveBackAreNotLost() {
    Snapshots still =
        at(60)
            .pool(aPool(1).sizes(4, 4, 4).queued(30).saturated(31).completed(20))
            .crowds(new Crowds(List.of(), List.of(), List.of(permits(4, 31, true))));
    assertThat(judge(new PermitsExhausted(), still.alone())).hasSize(1);
    still.waiting(blocked(2, queued(1), false, 31));
    assertThat(judge(new PermitsExhausted(), still.alone())).isEmpty();
  }

  @Test
  void aGateThatNobodyHasPassedMayOpenLater() {
    assertThat(of(permits(4, 300, true), 30, 300, 0)).isEmpty();
    Other holder = new Other("w-3", null, null);
    assertThat(of(permits(3, 12, true, holder), 30, 12, 0)).hasSize(1);
  }

  @Test
  void aMinorityOfThePoolAMomentAndAnUnfinishedSearchAreNone() {
    assertThat(of(permits(1, 31, true), 30, 31)).isEmpty();
    assertThat(of(permits(4, 31, true), 30, 9)).isEmpty();
    assertThat(of(permits(4, 31, false), 30, 31)).isEmpty();
    Other holder = new Other("w-3", null, null);
    assertThat(of(permits(4, 9, true, holder), 30, 12)).isEmpty();
  }
}
