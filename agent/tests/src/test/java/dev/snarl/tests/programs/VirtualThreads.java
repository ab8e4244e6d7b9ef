package dev.snarl.tests.programs;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * As many virtual threads as its argument says, each of which waits for a future, sleeps, and
 * locks; once started directly and once through their executor. By reflection, since it is compiled
 * for 17.
 */
public final class VirtualThreads {
  private VirtualThreads() {}

  public static void main(String[] args) throws Exception {
    int count = Integer.parseInt(args[0]);
    AtomicLong done = new AtomicLong();
    CompletableFuture<Integer> gate = new CompletableFuture<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      threads.add(
          start(
              () -> {
                done.addAndGet(gate.join());
                EveryHook.slow("virtual");
              }));
    }
    gate.complete(1);
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println("started " + done.get());
    List<Future<Integer>> results = new ArrayList<>();
    ExecutorService executor = executor();
    for (int i = 0; i < count; i++) {
      results.add(executor.submit(() -> executor.submit(() -> 1).get()));
    }
    long sum = 0;
    for (Future<Integer> result : results) {
      sum += result.get();
    }
    System.out.println("submitted " + sum);
    executor.shutdown();
    threads.clear();
    results.clear();
    System.out.println("heap " + ShortLives.leastHeap());
    Hello.awaitEnd();
  }

  static Thread start(Runnable task) throws ReflectiveOperationException {
    Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
    return (Thread) start.invoke(null, task);
  }

  private static ExecutorService executor() throws ReflectiveOperationException {
    Class<?> executors = Class.forName("java.util.concurrent.Executors");
    return (ExecutorService) executors.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }
}
