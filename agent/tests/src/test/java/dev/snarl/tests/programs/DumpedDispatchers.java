package dev.snarl.tests.programs;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.ReentrantLock;
import kotlin.Unit;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.CoroutineDispatcher;
import kotlinx.coroutines.CoroutineStart;
import kotlinx.coroutines.Dispatchers;
import kotlinx.coroutines.GlobalScope;

/**
 * Circles through the queues of Kotlin's own dispatchers and of fork-join pools, in threads whose
 * names begin with {@code stuck-}; their twins, {@code fine-}.
 */
@SuppressWarnings({"FutureReturnValueIgnored", "LockNotBeforeTry"}) // on purpose
public final class DumpedDispatchers {
  private DumpedDispatchers() {}

  /** Starts them all, says {@code begun}, and stays until its standard input ends. */
  public static void main(String[] arguments) throws Exception {
    forkJoin();
    CoroutineDispatcher io = Dispatchers.getIO();
    full(limited(io, 2), "stuck-view", 2);
    full(limited(io, 3), "fine-view", 2);
    full(io, "stuck-io", Integer.getInteger("kotlinx.coroutines.io.parallelism"));
    full(
        Dispatchers.getDefault(),
        "stuck-default",
        Math.max(2, Runtime.getRuntime().availableProcessors()));
    Thread.sleep(1_500);
    System.out.println("begun");
    System.in.readAllBytes();
    System.exit(0);
  }

  private static CoroutineDispatcher limited(CoroutineDispatcher of, int threads) throws Exception {
    Method method =
        Arrays.stream(CoroutineDispatcher.class.getMethods())
            .filter(each -> each.getName().equals("limitedParallelism"))
            .findFirst()
            .orElseThrow();
    Object[] arguments =
        method.getParameterCount() == 1 ? new Object[] {threads} : new Object[] {threads, null};
    return (CoroutineDispatcher) method.invoke(of, arguments);
  }

  /** That number of coroutines, each of which blocks its thread until another one has run there. */
  private static void full(CoroutineDispatcher dispatcher, String name, int coroutines)
      throws InterruptedException {
    CountDownLatch all = new CountDownLatch(coroutines);
    for (int i = 0; i < coroutines; i++) {
      String own = name + "-" + i;
      BuildersKt.launch(
          GlobalScope.INSTANCE,
          dispatcher,
          CoroutineStart.DEFAULT,
          (scope, continuation) -> {
            Thread.currentThread().setName(own);
            all.countDown();
            blocks(dispatcher, all);
            return Unit.INSTANCE;
          });
    }
    all.await();
  }

  private static void blocks(CoroutineDispatcher dispatcher, CountDownLatch all) {
    try {
      all.await();
      BuildersKt.runBlocking(
          EmptyCoroutineContext.INSTANCE,
          (scope, body) ->
              BuildersKt.launch(
                  scope, dispatcher, CoroutineStart.DEFAULT, (own, inner) -> Unit.INSTANCE));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void forkJoin() throws Exception {
    ForkJoinPool nested = new ForkJoinPool(1);
    nested.submit(
        () -> {
          named("stuck-worker");
          FutureTask<String> inner = new FutureTask<>(() -> "inner");
          nested.execute(inner);
          return inner.get();
        });
    ForkJoinPool free = new ForkJoinPool(2);
    free.submit(
        () -> {
          named("fine-worker");
          CyclicBarrier never = new CyclicBarrier(2);
          FutureTask<Integer> inner = new FutureTask<>(never::await);
          free.execute(inner);
          return inner.get();
        });
    ForkJoinPool helps = new ForkJoinPool(1);
    helps.submit(
        () -> {
          named("fine-helper");
          return helps.submit(() -> "inner").get();
        });
    ForkJoinPool locks = new ForkJoinPool(1);
    ReentrantLock lock = new ReentrantLock();
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch wanted = new CountDownLatch(1);
    DumpedWaits.start(
        "stuck-outside",
        () -> {
          lock.lock();
          held.countDown();
          wanted.await();
          return locks.submit(() -> "after").get();
        });
    held.await();
    locks.submit(
        () -> {
          named("stuck-inside");
          wanted.countDown();
          lock.lock();
          lock.unlock();
        });
  }

  private static void named(String name) {
    Thread.currentThread().setName(name);
  }
}
