package dev.snarl.observe.waits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SnarlFutureLens;
import java.util.concurrent.SnarlPoolLens;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DecoratedTasksTest {
  private final Deque<Runnable> executor = new ArrayDeque<>();
  private final Set<Object> submitted = new HashSet<>();
  private final DecoratedTasks decorated = new DecoratedTasks();

  private record Named(String name, Object task) implements Runnable {
    @Override
    public void run() {
      ((Runnable) task).run();
    }
  }

  private Runnable handedOver(CompletableFuture<?> future) {
    assertThat(future).isNotDone();
    return executor.remove();
  }

  private List<Object> inside(Object task) {
    List<Object> found = new ArrayList<>();
    decorated.futuresIn(task, submitted::contains, found::add);
    return found;
  }

  @Test
  void theTaskOfAFutureIsFoundInsideSeveralDecorators() {
    CompletableFuture<String> future = CompletableFuture.supplyAsync(() -> "late", executor::add);
    Runnable task = handedOver(future);
    Runnable lambda = () -> task.run();
    assertThat(inside(lambda)).containsExactly(future);
    assertThat(inside(new Named("a", lambda))).containsExactly(future);
    assertThat(inside(new Named("a", new Named("b", task)))).containsExactly(future);
  }

  @Test
  void soIsAStage() {
    CompletableFuture<String> stage =
        CompletableFuture.completedFuture("x").thenApplyAsync(x -> x, executor::add);
    Runnable task = handedOver(stage);
    assertThat(inside((Runnable) () -> task.run())).containsExactly(stage);
  }

  @Test
  void aFutureThatATaskMayOnlyWaitForIsNotItsOwn() {
    CompletableFuture<String> awaited = new CompletableFuture<>();
    FutureTask<String> other = new FutureTask<>(() -> "other");
    Runnable waits = () -> awaited.join();
    Runnable asks = () -> other.isDone();
    Callable<String> noTask = () -> awaited.join();
    assertThat(inside(waits)).isEmpty();
    assertThat(inside(asks)).isEmpty();
    assertThat(inside(noTask)).isEmpty();
  }

  @Test
  void aSubmittedFutureThatCanOnlyBeRunIsFound() {
    FutureTask<String> future = new FutureTask<>(() -> "late");
    Runnable toRun = future;
    assertThat(inside((Runnable) () -> toRun.run())).as("whoever runs it").isEmpty();
    submitted.add(future);
    Runnable lambda = () -> toRun.run();
    FutureTask<?> carrier = new FutureTask<>(lambda, null);
    assertThat(inside(lambda)).containsExactly(future);
    assertThat(inside(carrier)).containsExactly(future);
    assertThat(inside(new FutureTask<>(carrier, null))).containsExactly(carrier, future);
    assertThat(inside(ForkJoinTask.adapt(toRun))).containsExactly(future);
    assertThat(inside(new Named("as any object", future))).isEmpty();
    assertThat(inside(future)).isEmpty();
  }

  @Test
  void aForkJoinPoolsOwnWrapperHoldsWhatItRuns() {
    CountDownLatch release = new CountDownLatch(1);
    ForkJoinPool pool = new ForkJoinPool(1);
    try {
      Future<?> running = pool.submit(() -> release.await(1, TimeUnit.MINUTES));
      FutureTask<String> future = new FutureTask<>(() -> "late");
      pool.execute(future);
      Object[] queued = new Object[8];
      int n = SnarlPoolLens.copy(pool, queued);
      assertThat(Arrays.asList(queued).subList(0, n))
          .anySatisfy(task -> assertThat(inside(task)).containsExactly(future));
      assertThat(running).isNotDone();
    } finally {
      release.countDown();
      pool.shutdown();
    }
  }

  @Test
  void aTaskThatRefersToItselfIsNoTrap() {
    Object[] self = new Object[1];
    Named loop = new Named("loop", self);
    self[0] = loop;
    Runnable[] around = new Runnable[1];
    around[0] = new Named("around", (Runnable) () -> around[0].run());
    assertThat(inside(loop)).isEmpty();
    assertThat(inside(around[0])).isEmpty();
  }

  @Test
  void aRunnableIsFoundInTheFutureThatASchedulerMadeOfIt() {
    CompletableFuture<String> future = CompletableFuture.supplyAsync(() -> "late", executor::add);
    Runnable task = handedOver(future);
    FutureTask<?> scheduled = new FutureTask<>(task, null);
    assertThat(SnarlFutureLens.runnableOf(scheduled)).isSameAs(task);
    assertThat(inside(scheduled)).containsExactly(future);
    assertThat(SnarlFutureLens.runnableOf(new FutureTask<>(() -> "of a callable"))).isNull();
    assertThat(SnarlFutureLens.runnableOf(task)).isNull();
  }

  /** Refers to itself, over and over. */
  @SuppressWarnings("UnusedVariable") // read by their places
  private static final class Tangled implements Runnable {
    private final Runnable a = this;
    private final Runnable b = this;
    private final Runnable c = this;
    private final Runnable d = this;
    private final Runnable e = this;
    private final Runnable f = this;
    private final Runnable g = this;
    private final Runnable h = this;
    private final Runnable i = this;
    private final Runnable task = new FutureTask<>(() -> "never");

    @Override
    public void run() {}
  }

  @Test
  void tasksThatReferToOneAnotherAreNotFollowedForEver() {
    int[] asked = {0};
    decorated.futuresIn(new Tangled(), future -> asked[0]++ < 0, future -> {});
    assertThat(asked[0]).isBetween(1, 100);
  }
}
