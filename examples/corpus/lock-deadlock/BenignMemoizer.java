/*
 * claim: computations of a memoizer, each in its caller, wait for each other's results in a chain of slow ones without a circle
 * twin of: lock-deadlock
 * seconds: 15
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;

public class BenignMemoizer {
  static final ConcurrentMap<Integer, FutureTask<Integer>> sums = new ConcurrentHashMap<>();
  static final ConcurrentMap<Integer, CompletableFuture<Integer>> pages = new ConcurrentHashMap<>();
  static final ExecutorService loaders = Executors.newCachedThreadPool();

  public static void main(String[] args) throws Exception {
    for (int round = 0; round < 3; round++) {
      Thread[] callers = new Thread[3];
      for (int i = 0; i < callers.length; i++) {
        int cell = i;
        callers[i] = new Thread(() -> sum(cell));
        callers[i].start();
      }
      page(0);
      page(1);
      System.out.println(page(2).get());
      for (Thread caller : callers) {
        caller.join();
      }
      sums.clear();
      pages.clear();
    }
    loaders.shutdown();
  }

  static int sum(int cell) {
    FutureTask<Integer> own = new FutureTask<>(() -> compute(cell));
    FutureTask<Integer> first = sums.putIfAbsent(cell, own);
    if (first == null) {
      own.run();
      first = own;
    }
    try {
      return first.get();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static int compute(int cell) throws InterruptedException {
    Thread.sleep(1_000);
    return cell == 0 ? 1 : sum(cell - 1) + 1;
  }

  static CompletableFuture<Integer> page(int number) {
    return pages.computeIfAbsent(number, key -> CompletableFuture.supplyAsync(() -> load(key), loaders));
  }

  static int load(int number) {
    try {
      Thread.sleep(1_000);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return number == 0 ? 1 : page(number - 1).join() + 1;
  }
}
