package dev.snarl.tests.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

/** Comes by every place of the JDK that the agent watches, and says how far it got. */
public final class EveryHook {
  private EveryHook() {}

  public static void main(String[] args) throws Exception {
    run();
    System.out.println("done");
    Hello.awaitEnd();
  }

  static void run() throws Exception {
    completableFutures();
    futureTasks();
    forkJoin();
    executors();
    threads();
  }

  private static void completableFutures() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(3);
    List<String> got = new ArrayList<>();
    got.add(CompletableFuture.supplyAsync(() -> slow("get"), pool).get());
    got.add(CompletableFuture.supplyAsync(() -> slow("timed"), pool).get(9, TimeUnit.SECONDS));
    got.add(
        CompletableFuture.supplyAsync(() -> slow("join"), pool).thenApply(s -> s + "ed").join());
    got.add(CompletableFuture.supplyAsync(() -> slow("common")).join());
    CompletableFuture<String> a = CompletableFuture.supplyAsync(() -> slow("a"), pool);
    CompletableFuture<String> b = CompletableFuture.supplyAsync(() -> slow("b"), pool);
    CompletableFuture.allOf(a, b).get();
    got.add(a.thenCombine(b, String::concat).join());
    CompletableFuture<String> never = new CompletableFuture<>();
    got.add(
        String.valueOf(
            CompletableFuture.anyOf(never, CompletableFuture.supplyAsync(() -> slow("any"), pool))
                .join()));
    try {
      never.get(30, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      got.add("timeout");
    }
    System.out.println(got);
    end(pool);
  }

  private static void futureTasks() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    List<String> got = new ArrayList<>();
    got.add(pool.submit(() -> slow("submit")).get());
    got.add(pool.submit(() -> slow("timed")).get(9, TimeUnit.SECONDS));
    List<Callable<String>> tasks = List.of(() -> slow("one"), () -> slow("two"), () -> slow("3"));
    got.add(pool.invokeAll(tasks).get(2).get());
    got.add(String.valueOf(pool.invokeAny(tasks) != null));
    ExecutorCompletionService<String> service = new ExecutorCompletionService<>(pool);
    service.submit(() -> slow("taken"));
    got.add(service.take().get());
    FutureTask<String> own = new FutureTask<>(() -> slow("own thread"));
    new Thread(own, "own").start();
    got.add(own.get());
    System.out.println(got);
    end(pool);
  }

  private static void forkJoin() throws Exception {
    ForkJoinPool pool = new ForkJoinPool(3);
    List<Object> got = new ArrayList<>();
    got.add(pool.submit(() -> slow("get")).get());
    got.add(pool.submit(() -> slow("timed")).get(9, TimeUnit.SECONDS));
    got.add(pool.submit(() -> slow("join")).join());
    List<Callable<String>> tasks = List.of(() -> slow("one"), () -> slow("two"), () -> slow("3"));
    got.add(pool.invokeAll(tasks).get(2).get());
    got.add(pool.invoke(new Sum(0, 64)));
    got.add(IntStream.range(0, 100_000).parallel().sum());
    System.out.println(got);
    end(pool);
  }

  private static void executors() throws Exception {
    ExecutorService single = Executors.newSingleThreadExecutor();
    System.out.println(single.submit(() -> slow("single")).get());
    end(single);
    ScheduledExecutorService scheduled = Executors.newScheduledThreadPool(1);
    System.out.println(scheduled.schedule(() -> slow("scheduled"), 5, TimeUnit.MILLISECONDS).get());
    end(scheduled);
    ExecutorService stealing = Executors.newWorkStealingPool(2);
    System.out.println(stealing.submit(() -> slow("stealing")).get());
    end(stealing);
    ThreadPoolExecutor tight =
        new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new SynchronousQueue<>());
    CountDownLatch refused = new CountDownLatch(1);
    tight.execute(() -> hold(refused));
    try {
      tight.execute(() -> slow("rejected"));
    } catch (RejectedExecutionException e) {
      System.out.println("rejected");
    }
    refused.countDown();
    end(tight);
    ThreadPoolExecutor extended =
        new ThreadPoolExecutor(1, 2, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(1)) {
          @Override
          protected void afterExecute(Runnable task, Throwable failure) {
            super.afterExecute(task, failure);
          }
        };
    for (int i = 0; i < 3; i++) {
      extended.execute(() -> slow("extended"));
    }
    end(extended);
    ExecutorService cached = Executors.newCachedThreadPool();
    System.out.println(cached.submit(() -> slow("cached")).get());
    end(cached);
  }

  private static void threads() throws Exception {
    Thread[] threads = new Thread[20];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new Thread(() -> slow("thread"));
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    new Timer("timer", true).cancel();
    if (Runtime.version().feature() >= 21) {
      VirtualThreads.start(() -> slow("virtual")).join();
    }
  }

  static String slow(String answer) {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return answer;
  }

  private static void hold(CountDownLatch gate) {
    try {
      gate.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void end(ExecutorService pool) throws InterruptedException {
    pool.shutdown();
    System.out.println("ended " + pool.awaitTermination(30, TimeUnit.SECONDS));
  }

  private static final class Sum extends RecursiveTask<Integer> {
    private static final long serialVersionUID = 1;
    private final int from;
    private final int to;

    Sum(int from, int to) {
      this.from = from;
      this.to = to;
    }

    @Override
    protected Integer compute() {
      if (to - from < 4) {
        slow("leaf");
        return IntStream.range(from, to).sum();
      }
      int middle = (from + to) / 2;
      Sum left = new Sum(from, middle);
      Sum right = new Sum(middle, to);
      invokeAll(left, right);
      return left.join() + right.join();
    }
  }
}
