package dev.snarl.tests.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** What an application may rely on only if nobody wraps its tasks. Prints one line for each. */
public final class Identity {
  private Identity() {}

  public static void main(String[] args) throws Exception {
    priorities();
    instances();
    invokeAll();
    threadFactory();
  }

  private static void priorities() throws Exception {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new PriorityBlockingQueue<>());
    CountDownLatch gate = new CountDownLatch(1);
    List<Integer> order = new ArrayList<>();
    pool.execute(new Ranked(-1, () -> await(gate)));
    for (int rank : new int[] {3, 1, 2, 5, 4}) {
      pool.execute(new Ranked(rank, () -> order.add(rank)));
    }
    gate.countDown();
    end(pool);
    System.out.println("priority order " + order);
  }

  private static void instances() throws Exception {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    CountDownLatch gate = new CountDownLatch(1);
    pool.execute(() -> await(gate));
    Runnable first = () -> System.out.println("first ran");
    Runnable second = () -> System.out.println("second ran");
    FutureTask<String> third = new FutureTask<>(() -> "third");
    pool.execute(first);
    pool.execute(second);
    pool.execute(third);
    System.out.println("contains " + pool.getQueue().contains(first));
    System.out.println("removed " + pool.remove(first) + ", again " + pool.remove(first));
    Future<?> submitted = pool.submit(() -> "fourth");
    List<Runnable> left = pool.shutdownNow();
    gate.countDown();
    System.out.println(
        "left "
            + left.size()
            + " same "
            + (left.get(0) == second)
            + " "
            + (left.get(1) == third)
            + " "
            + ((Object) left.get(2) == submitted)
            + " "
            + left.get(2).getClass().getName());
    end(pool);
  }

  private static void invokeAll() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    List<Callable<Integer>> tasks = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      int n = i;
      tasks.add(
          () -> {
            Thread.sleep(40 - 10L * n);
            return n;
          });
    }
    List<Integer> results = new ArrayList<>();
    for (Future<Integer> result : pool.invokeAll(tasks)) {
      results.add(result.get());
    }
    System.out.println("invokeAll " + results);
    end(pool);
  }

  private static void threadFactory() throws Exception {
    List<String> classes = new ArrayList<>();
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              classes.add(task.getClass().getName());
              return new Thread(task);
            });
    pool.execute(() -> {});
    end(pool);
    System.out.println(
        "factory got " + classes + " of " + pool.getThreadFactory().getClass().isHidden());
  }

  private static void end(ExecutorService pool) throws InterruptedException {
    pool.shutdown();
    System.out.println("ended " + pool.awaitTermination(30, TimeUnit.SECONDS));
  }

  private static void await(CountDownLatch gate) {
    try {
      gate.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      System.out.println("interrupted");
    }
  }

  private record Ranked(int rank, Runnable work) implements Runnable, Comparable<Ranked> {
    @Override
    public void run() {
      work.run();
    }

    @Override
    public int compareTo(Ranked other) {
      return Integer.compare(rank, other.rank);
    }
  }
}
