package dev.snarl.observe.pools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.observe.sites.Cells;
import dev.snarl.observe.sites.Site;
import dev.snarl.snapshot.StartSite;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SnarlPoolLens;
import org.junit.jupiter.api.Test;

class RiseTest {

  private static final long SECOND = 1_000_000_000L;

  private final Cells.Start start =
      new Cells.Start(new Cells.StartKey(Site.OTHER, StartSite.Factory.NEW_THREAD));
  private final Rise rise = new Rise(start);
  private long now = SECOND;

  private void pass(int live) {
    rise.beginPass();
    for (int i = 0; i < live; i++) {
      rise.count(Thread.currentThread(), true);
    }
    rise.endPass(now);
    now += SECOND;
  }

  @Test
  void itsPointsLieAtEqualDistancesHoweverLongItLasts() {
    for (int live = 1; live <= 1_000; live++) {
      pass(live);
      var points = rise.record().points();
      assertThat(points).hasSizeLessThanOrEqualTo(8);
      for (int i = 2; i < points.size(); i++) {
        assertThat(points.get(i) - points.get(i - 1)).isEqualTo(points.get(1) - points.get(0));
      }
    }
    assertThat(rise.record().points()).hasSizeGreaterThanOrEqualTo(4);
    assertThat(rise.record().nanos()).isGreaterThan(500 * SECOND);
  }

  @Test
  void aFallBeginsItAnewAndAFewThreadsLessAreNone() {
    start.started.set(500);
    pass(100);
    for (int i = 0; i < 20; i++) {
      pass(200 + i % 9);
    }
    assertThat(rise.record().points().get(0)).isEqualTo(100);
    start.started.set(900);
    pass(150);
    assertThat(rise.record().points()).containsExactly(150);
    assertThat(rise.record().started()).isZero();
  }

  @Test
  void whatTheWorkersOfAPoolHaveCompletedIsKnownWhereNobodyCouldLookAtThePool() throws Exception {
    List<Thread> workers = new CopyOnWriteArrayList<>();
    ExecutorService executor =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task);
              workers.add(thread);
              return thread;
            });
    start.pool = new Known(executor, null, null, 0, now);
    pass(workers);
    for (int i = 0; i < 5; i++) {
      executor.submit(() -> {}).get();
    }
    while (workers.stream().mapToLong(SnarlPoolLens::completedBy).sum() < 5) {
      Thread.onSpinWait();
    }
    pass(workers);
    executor.shutdown();
    assertThat(rise.record().completed()).isEqualTo(5);
  }

  private void pass(List<Thread> threads) {
    rise.beginPass();
    threads.forEach(thread -> rise.count(thread, true));
    rise.endPass(now);
    now += SECOND;
  }
}
