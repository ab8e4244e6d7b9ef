package dev.snarl.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.rules.Rule;
import dev.snarl.rules.Rules;
import dev.snarl.rules.Snapshots;
import dev.snarl.rules.Verdict;
import dev.snarl.snapshot.BlockedSite;
import dev.snarl.snapshot.BuildSite;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.StartSite;
import dev.snarl.snapshot.Timeline;
import dev.snarl.snapshot.Vitals;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlSlot;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The observer looks without a pause while threads start and end and pools are built, fed and shut
 * down as fast as they can be: it throws nothing, accuses nobody, and its books are right when all
 * is over.
 */
class ObserverStressTest {
  private static final long FOR_NANOS = 2_500_000_000L;
  private static final int CHURNERS = 3;

  private final ByHand byHand = new ByHand();
  private final Intake intake = new Intake(List.of());
  private final Observer observer = new Observer(intake, null, command -> null);
  private final AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();

  @AfterEach
  void detach() {
    SnarlProbe.detach();
  }

  @Test
  void theBooksAreRightAfterThreadsAndPoolsCameAndWent() throws InterruptedException {
    long errorsBefore = SnarlProbe.errors;
    intake.attach(256);
    long end = System.nanoTime() + FOR_NANOS;
    List<Thread> churners = new ArrayList<>();
    for (int i = 0; i < CHURNERS; i++) {
      Random random = new Random(i);
      churners.add(byHand.thread(() -> churn(random, end)));
    }
    churners.add(byHand.thread(() -> waitLong(end)));
    churners.forEach(Thread::start);
    List<Verdict> accusations = new ArrayList<>();
    for (int ticks = 0; churners.stream().anyMatch(Thread::isAlive); ticks++) {
      observer.tick();
      if (ticks % 4 == 0) {
        accusations.addAll(accusations(observer.snapshot(Vitals.NONE)));
      }
    }
    awaitEnd();
    for (int i = 0; i < Observer.TURNS; i++) {
      observer.tick(); // each slot is checked once in so many
    }
    Snapshot after = observer.snapshot(Vitals.NONE);

    assertThat(thrown.get()).isNull();
    assertThat(SnarlProbe.errors - errorsBefore).as(SnarlProbe.lastError).isZero();
    assertThat(accusations).isEmpty();
    assertThat(after.starts().stream().mapToLong(StartSite::started).sum())
        .isEqualTo(byHand.started.get());
    assertThat(after.starts().stream().mapToLong(StartSite::live).sum()).isZero();
    assertThat(after.builds().stream().mapToLong(BuildSite::built).sum())
        .isEqualTo(byHand.built.get());
    assertThat(after.waits()).isEmpty();
    assertThat(after.blocked().stream().mapToLong(BlockedSite::nanos).sum())
        .isBetween(1L, byHand.waited.get());
    assertThat(owners()).isEmpty();
  }

  private void churn(Random random, long end) {
    try {
      while (System.nanoTime() - end < 0) {
        ByHand.Pool pool = byHand.pool(1 + random.nextInt(3));
        List<Future<Integer>> results = new ArrayList<>();
        for (int i = random.nextInt(20); i >= 0; i--) {
          results.add(pool.submit(() -> random.hashCode()));
        }
        if (random.nextBoolean()) {
          byHand.await(results.get(0));
        }
        switch (random.nextInt(3)) {
          case 0 -> pool.shutdown();
          case 1 -> pool.shutdownNow();
          default -> byHand.await(results.get(results.size() - 1)); // and is left to time out
        }
        FutureTask<Integer> own = new FutureTask<>(() -> 1);
        Thread thread = byHand.thread(own);
        thread.start();
        byHand.await(own);
        thread.join();
      }
    } catch (ExecutionException | InterruptedException | RuntimeException e) {
      thrown.set(e);
    }
  }

  /** Waits that the observer counts while they last, each for a little more than a second. */
  private void waitLong(long end) {
    try {
      ByHand.Pool pool = byHand.pool(1);
      while (System.nanoTime() - end < 0) {
        byHand.await(
            pool.submit(
                () -> {
                  Thread.sleep(1_050);
                  return 1;
                }));
      }
      pool.shutdown();
    } catch (ExecutionException | InterruptedException e) {
      thrown.set(e);
    }
  }

  private static List<Verdict> accusations(Snapshot snapshot) {
    List<Verdict> verdicts = new ArrayList<>();
    for (Rule rule : Rules.ALL) {
      if (rule.id().equals("pool-deadlock") || rule.id().equals("pool-starvation")) {
        verdicts.addAll(Snapshots.judge(rule, new Timeline(List.of(snapshot))));
      }
    }
    return verdicts;
  }

  /** Workers of pools that nobody shut down end a millisecond after their last task. */
  private static void awaitEnd() throws InterruptedException {
    Thread[] all = new Thread[Thread.activeCount() + 64];
    int n = Thread.enumerate(all);
    for (int i = 0; i < n; i++) {
      if (all[i].getName().equals("by-hand")) {
        all[i].join(30_000);
      }
    }
  }

  private static List<Thread> owners() {
    List<Thread> owners = new ArrayList<>();
    AtomicReferenceArray<SnarlSlot> slots = SnarlProbe.slots;
    for (int i = 0; i < slots.length(); i++) {
      SnarlSlot slot = slots.get(i);
      if (slot != null && slot.owner != null && slot.owner.getName().equals("by-hand")) {
        owners.add(slot.owner);
      }
    }
    return owners;
  }
}
