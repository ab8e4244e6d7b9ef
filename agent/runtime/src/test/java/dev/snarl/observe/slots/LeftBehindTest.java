package dev.snarl.observe.slots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.snarl.libraries.KnownLibraries;
import dev.snarl.observe.sites.Names;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.stacks.Frames;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SnarlExecutors;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlSink;
import java.util.concurrent.SnarlSlot;
import java.util.concurrent.SnarlTasks;
import java.util.concurrent.SnarlWaits;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which of a thread's unfinished tasks make the one that it waits for a part of a batch. */
class LeftBehindTest {
  private static final long SECOND = 1_000_000_000L;

  private final Frames frames = new Frames(List.of("dev.snarl"), KnownLibraries.frames());
  private final WaitsOver over = new WaitsOver(new Sites(frames), new Names(), new Tasks(frames));

  @BeforeEach
  void attach() {
    SnarlSink recorder =
        new SnarlSink() {
          @Override
          public void waited(SnarlSlot slot, Object future, boolean timed, long parked, long now) {
            over.add(slot, future, parked, now);
          }
        };
    SnarlProbe.attach(recorder, 64);
  }

  @AfterEach
  void detach() {
    SnarlProbe.detach();
  }

  private static FutureTask<?> submit() {
    FutureTask<?> task = new FutureTask<>(() -> "done");
    SnarlTasks.submitted(task);
    return task;
  }

  /** Waits for a second, as far as the recorder is told; returns how many tasks it was one of. */
  private int await(FutureTask<?> task) {
    SnarlWaits.enterTaskWait(task, 0);
    SnarlSlot slot = slot();
    int width = slot.width[0];
    slot.parkedAt[0] -= SECOND;
    task.run();
    SnarlWaits.leaveWait();
    return width;
  }

  private static SnarlSlot slot() {
    SnarlSlot slot = SnarlProbe.slotFor(Thread.currentThread());
    assertThat(slot).isNotNull();
    return slot;
  }

  private long batches() {
    return over.fans.all().stream().mapToLong(fan -> fan.waits.get()).sum();
  }

  @Test
  void aBatchIsOneInWhateverOrderItIsCollected() {
    List<FutureTask<?>> batch = List.of(submit(), submit(), submit());
    assertThat(await(batch.get(2))).isEqualTo(3);
    assertThat(await(batch.get(0))).isEqualTo(2);
    await(batch.get(1));
    assertThat(batches()).isEqualTo(3);
  }

  @Test
  void aWindowThatSlidesIsABatch() {
    FutureTask<?> first = submit();
    FutureTask<?> second = submit();
    FutureTask<?> third = submit();
    for (int i = 0; i < 10; i++) {
      assertThat(await(first)).isGreaterThanOrEqualTo(2);
      first = second;
      second = third;
      third = submit();
    }
    assertThat(batches()).isGreaterThanOrEqualTo(9);
  }

  @Test
  void whatThreadsNeverWaitForMakesNoBatch() {
    for (int i = 1; i <= 5; i++) {
      leave();
      FutureTask<?> task = submit();
      assertThat(await(task)).isEqualTo(2);
      Site site = lastSite();
      // Its first two waits tell what the site is like, each as the next one ends.
      assertThat(site.notWaitedFor()).isEqualTo(i < 3 ? 0 : 1);
      assertThat(WaitsOver.alone(slot(), task, 2, site)).isEqualTo(i >= 3);
    }
    assertThat(batches()).isZero();
  }

  @Test
  void aSiteWhereOneBatchWasCollectedMayHaveOthers() {
    leave();
    await(submit());
    List<FutureTask<?>> batch = List.of(submit(), submit());
    batch.forEach(this::await);
    for (int i = 0; i < 5; i++) {
      leave();
      await(submit());
    }
    assertThat(lastSite().notWaitedFor()).isZero();
  }

  private static Site lastSite() {
    return Objects.requireNonNull(Notes.of(slot()).leftBehind).site;
  }

  /** A task that nobody waits for. */
  private static void leave() {
    assertThat(submit()).isNotDone();
  }

  @Test
  void aTimeoutThatIsNotDueIsNoTaskToWaitFor() throws Exception {
    ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
    try {
      SnarlTasks.submitted(timer.schedule(() -> {}, 1, TimeUnit.HOURS));
      assertThat(await(submit())).isOne();
      timer.submit(() -> {}).get(); // the timer's only thread runs
      SnarlTasks.submitted(timer.schedule(LeftBehindTest::sleep, -1, TimeUnit.SECONDS));
      assertThat(await(submit())).isEqualTo(2);
    } finally {
      timer.shutdownNow();
    }
  }

  private static void sleep() {
    try {
      Thread.sleep(60_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aTaskThatAPolicyDropsIsNoTaskToWaitFor() {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            new ThreadPoolExecutor.DiscardPolicy());
    FutureTask<?> dropped = new FutureTask<>(() -> "never");
    SnarlExecutors.executing(pool, dropped);
    SnarlExecutors.rejected(pool, dropped);
    SnarlTasks.submitted(dropped);
    assertThat(await(submit())).isOne();
    pool.setRejectedExecutionHandler((task, executor) -> executor.getQueue().add(task));
    FutureTask<?> queued = new FutureTask<>(() -> "later");
    SnarlExecutors.executing(pool, queued);
    SnarlExecutors.rejected(pool, queued);
    SnarlTasks.submitted(queued);
    assertThat(await(submit())).isEqualTo(2);
    pool.shutdownNow();
  }

  @Test
  void aBatchSaysHowManyTasksItHas() {
    for (int i = 0; i < 4; i++) {
      leave();
      List<FutureTask<?>> batch = new ArrayList<>();
      IntStream.range(0, 20).forEach(n -> batch.add(submit()));
      batch.forEach(this::await);
    }
    double tasks = over.fans.all().stream().mapToLong(fan -> fan.tasks.get()).sum();
    assertThat(tasks / batches()).isCloseTo(20, within(2.0));
  }
}
