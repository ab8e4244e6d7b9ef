package dev.snarl.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SnarlLens;
import org.junit.jupiter.api.Test;

class DecoratedTasksTest {
  private final Deque<Runnable> executor = new ArrayDeque<>();
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

  @Test
  void theTaskOfAFutureIsFoundInsideSeveralDecorators() {
    CompletableFuture<String> future = CompletableFuture.supplyAsync(() -> "late", executor::add);
    Runnable task = handedOver(future);
    Runnable lambda = () -> task.run();
    assertThat(decorated.futureIn(lambda)).isSameAs(future);
    assertThat(decorated.futureIn(new Named("a", lambda))).isSameAs(future);
    assertThat(decorated.futureIn(new Named("a", new Named("b", task)))).isSameAs(future);
  }

  @Test
  void soIsAStage() {
    CompletableFuture<String> stage =
        CompletableFuture.completedFuture("x").thenApplyAsync(x -> x, executor::add);
    Runnable task = handedOver(stage);
    assertThat(decorated.futureIn((Runnable) () -> task.run())).isSameAs(stage);
  }

  @Test
  void aFutureThatATaskMayOnlyWaitForIsNotItsOwn() {
    CompletableFuture<String> awaited = new CompletableFuture<>();
    FutureTask<String> other = new FutureTask<>(() -> "other");
    Runnable waits = () -> awaited.join();
    Runnable asks = () -> other.isDone();
    Callable<String> noTask = () -> awaited.join();
    assertThat(decorated.futureIn(waits)).isNull();
    assertThat(decorated.futureIn(asks)).isNull();
    assertThat(decorated.futureIn(noTask)).isNull();
  }

  @Test
  void aTaskThatRefersToItselfIsNoTrap() {
    Object[] self = new Object[1];
    Named loop = new Named("loop", self);
    self[0] = loop;
    Runnable[] around = new Runnable[1];
    around[0] = new Named("around", (Runnable) () -> around[0].run());
    assertThat(decorated.futureIn(loop)).isNull();
    assertThat(decorated.futureIn(around[0])).isNull();
  }

  @Test
  void aRunnableIsFoundInTheFutureThatASchedulerMadeOfIt() {
    CompletableFuture<String> future = CompletableFuture.supplyAsync(() -> "late", executor::add);
    Runnable task = handedOver(future);
    Object inside = SnarlLens.runnableOf(new FutureTask<>(task, null));
    assertThat(inside).isSameAs(task);
    assertThat(decorated.futureIn(inside)).isSameAs(future);
    assertThat(SnarlLens.runnableOf(new FutureTask<>(() -> "of a callable"))).isNull();
    assertThat(SnarlLens.runnableOf(task)).isNull();
  }
}
