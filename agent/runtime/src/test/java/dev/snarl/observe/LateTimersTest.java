package dev.snarl.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.observe.pools.PoolRecords;
import dev.snarl.observe.pools.PoolWatch;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.tasks.LateTimers;
import dev.snarl.snapshot.LateRuns;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LateTimersTest {
  private static final long LATE_MILLIS = 1_100;

  private final Recorder recorder = new Intake(List.of()).recorder;
  private final PoolWatch pools = new PoolWatch(recorder.executors, recorder.sites, null);
  private final LateTimers timers = new LateTimers(recorder.executors, recorder.sites);
  private final Looks looks = new Looks();
  private final CountDownLatch never = new CountDownLatch(1);

  @AfterEach
  void end() {
    never.countDown();
  }

  private List<LateRuns> looked() throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      Thread.sleep(i == 1 ? LATE_MILLIS : 10);
      timers.begin();
      Thread.getAllStackTraces().keySet().forEach(timers::count);
      timers.end();
      long now = System.nanoTime();
      pools.tick(looks, now);
      timers.tick(looks, now);
      looks.take();
    }
    return timers.record(new PoolRecords(recorder.executors, recorder.names).at(System.nanoTime()));
  }

  private void stuck() {
    try {
      never.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aPeriodicTaskIsLateBehindAOneShotTaskThatIsLateToo() throws Exception {
    ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(1);
    try {
      recorder.executors.known(scheduler);
      scheduler.execute(this::stuck);
      var once = scheduler.schedule(() -> {}, 1, TimeUnit.MILLISECONDS);
      var beat = scheduler.scheduleAtFixedRate(() -> {}, 5, 10, TimeUnit.MILLISECONDS);
      assertThat(looked()).extracting(LateRuns::periodNanos).containsExactly(10_000_000L);
      assertThat(once.isDone()).isFalse();
      assertThat(beat.isDone()).isFalse();
    } finally {
      scheduler.shutdownNow();
    }
  }

  @Test
  void ofATimerToo() throws Exception {
    Timer timer = new Timer("house", true);
    try {
      timer.schedule(task(this::stuck), 0);
      timer.schedule(task(() -> {}), 1);
      timer.schedule(task(() -> {}), 5, 10);
      assertThat(looked()).extracting(LateRuns::scheduler).containsExactly("house");
    } finally {
      timer.cancel();
    }
  }

  @Test
  void behindCancelledTasksToo() throws Exception {
    ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(1);
    try {
      recorder.executors.known(scheduler);
      scheduler.execute(this::stuck);
      scheduler.schedule(() -> {}, 1, TimeUnit.MILLISECONDS).cancel(false);
      var beat = scheduler.scheduleAtFixedRate(() -> {}, 5, 10, TimeUnit.MILLISECONDS);
      assertThat(looked()).extracting(LateRuns::periodNanos).containsExactly(10_000_000L);
      assertThat(beat.isDone()).isFalse();
      assertThat(beat.cancel(false)).isTrue();
      assertThat(looked()).extracting(LateRuns::lateNanos).containsExactly(0L);
    } finally {
      scheduler.shutdownNow();
    }
  }

  @Test
  void aOneShotTaskAloneIsNotLate() throws Exception {
    Timer timer = new Timer("house", true);
    try {
      timer.schedule(task(this::stuck), 0);
      timer.schedule(task(() -> {}), 1);
      assertThat(looked()).isEmpty();
    } finally {
      timer.cancel();
    }
  }

  private static TimerTask task(Runnable body) {
    return new TimerTask() {
      @Override
      public void run() {
        body.run();
      }
    };
  }
}
