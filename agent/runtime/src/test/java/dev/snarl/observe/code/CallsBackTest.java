package dev.snarl.observe.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CallsBackTest {
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
  private final ExecutorService pool = Executors.newFixedThreadPool(1);

  @AfterEach
  void stop() {
    timer.shutdownNow();
    pool.shutdownNow();
  }

  /** Of the stack in what runs, down to the thread's first frame. */
  private static boolean in(Consumer<Runnable> runner) throws InterruptedException {
    AtomicReference<StackTraceElement[]> stack = new AtomicReference<>();
    Thread thread =
        new Thread(() -> runner.accept(() -> stack.compareAndSet(null, application())), "runs");
    thread.start();
    thread.join();
    return CallsBack.any(Objects.requireNonNull(stack.get()));
  }

  /** The agent's own classes count as the JDK's. */
  private static StackTraceElement[] application() {
    return Stream.of(Thread.currentThread().getStackTrace())
        .map(
            frame ->
                frame.getClassName().startsWith("dev.snarl.")
                    ? new StackTraceElement("com.acme.App", frame.getMethodName(), null, 1)
                    : frame)
        .toArray(StackTraceElement[]::new);
  }

  @Test
  void threadsAndTasksOfExecutorsRunOnce() throws Exception {
    assertThat(in(Runnable::run)).isFalse();
    assertThat(in(task -> join(pool.submit(task)))).isFalse();
    assertThat(in(task -> join(timer.schedule(task, 0, TimeUnit.SECONDS)))).isFalse();
    assertThat(in(task -> join(ForkJoinPool.commonPool().submit(task)))).isFalse();
    assertThat(in(task -> CompletableFuture.runAsync(task, pool).join())).isFalse();
    assertThat(in(task -> new FutureTask<>(task, "").run())).isFalse();
  }

  @Test
  void loopsTimersAndStagesMayCallMore() throws Exception {
    assertThat(in(task -> List.of("x").forEach(x -> task.run()))).isTrue();
    assertThat(in(task -> Stream.of("x").forEach(x -> task.run()))).isTrue();
    assertThat(
            in(
                task -> {
                  CompletableFuture<String> first = new CompletableFuture<>();
                  CompletableFuture<Void> stage = first.thenRun(task);
                  first.complete("x");
                  stage.join();
                }))
        .isTrue();
    assertThat(
            in(
                task -> {
                  CompletableFuture<Void> ran = new CompletableFuture<>();
                  Runnable each =
                      () -> {
                        task.run();
                        ran.complete(null);
                      };
                  join(ran, timer.scheduleAtFixedRate(each, 0, 1, TimeUnit.HOURS));
                }))
        .isTrue();
  }

  private static void join(Future<?>... futures) {
    try {
      futures[0].get();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
