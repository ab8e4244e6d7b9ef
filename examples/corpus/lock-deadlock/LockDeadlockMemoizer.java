/*
 * claim: two computations of a memoizer, each in its caller, wait for the result of the other; so do two tasks of a cached pool
 * expect: lock-deadlock critical at GET
 * expect: lock-deadlock critical at JOIN
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;

public class LockDeadlockMemoizer {
  static final ConcurrentMap<String, FutureTask<Integer>> sums = new ConcurrentHashMap<>();
  static final ConcurrentMap<String, CompletableFuture<String>> pages = new ConcurrentHashMap<>();
  static final ExecutorService loaders = Executors.newCachedThreadPool(LockDeadlockMemoizer::daemon);

  public static void main(String[] args) throws Exception {
    for (String leaf : "C1 D1 E1".split(" ")) {
      System.out.println(sum(leaf));
    }
    daemon(() -> sum("A1")).start();
    daemon(() -> sum("B1")).start();
    page("user");
    page("group");
    Thread.sleep(6_000);
    System.exit(0);
  }

  static int sum(String cell) {
    FutureTask<Integer> own = new FutureTask<>(() -> compute(cell));
    FutureTask<Integer> first = sums.putIfAbsent(cell, own);
    if (first == null) {
      own.run();
      first = own;
    }
    try {
      return first.get(); // <GET>
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static int compute(String cell) throws InterruptedException {
    Thread.sleep(200);
    return cell.equals("A1") ? sum("B1") : cell.equals("B1") ? sum("A1") : 7;
  }

  static CompletableFuture<String> page(String name) {
    return pages.computeIfAbsent(name, key -> CompletableFuture.supplyAsync(() -> load(key), loaders));
  }

  static String load(String name) {
    try {
      Thread.sleep(200);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return page(name.equals("user") ? "group" : "user").join(); // <JOIN>
  }

  static Thread daemon(Runnable body) {
    Thread thread = new Thread(body);
    thread.setDaemon(true);
    return thread;
  }
}
