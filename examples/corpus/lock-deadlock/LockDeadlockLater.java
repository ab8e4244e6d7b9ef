/*
 * claim: services start once another has started, prices and stock are computed from each other, and main opens a gate only after the task behind it
 * expect: lock-deadlock warning at STARTS
 * expect: lock-deadlock warning at PRICE or STOCK
 * expect: lock-deadlock warning at GATE or RESULT
 * seconds: 45
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class LockDeadlockLater {
  static class Service {
    final CompletableFuture<Service> started = new CompletableFuture<>();
    volatile Service needs = this;

    void start() {
      needs.started.join(); // <STARTS>
      started.complete(this);
    }
  }

  public static void main(String[] args) throws Exception {
    Thread end = new Thread(LockDeadlockLater::end, "end");
    end.setDaemon(true);
    end.start();
    Service cache = new Service();
    Service database = new Service();
    cache.needs = database;
    database.needs = cache;
    new Thread(cache::start, "cache").start();
    new Thread(database::start, "database").start();
    quote();
    ExecutorService pool = Executors.newFixedThreadPool(2);
    CountDownLatch gate = new CountDownLatch(1);
    Future<?> result = pool.submit(() -> behind(gate));
    result.get(); // <RESULT>
    gate.countDown();
  }

  static Object behind(CountDownLatch gate) throws InterruptedException {
    gate.await(); // <GATE>
    return gate;
  }

  static void quote() {
    CompletableFuture<Integer> price = new CompletableFuture<>();
    CompletableFuture<Integer> stock = new CompletableFuture<>();
    new Thread(
            () -> {
              int pieces = stock.join(); // <STOCK>
              price.complete(100 / pieces);
            },
            "price")
        .start();
    new Thread(
            () -> {
              int euros = price.join(); // <PRICE>
              stock.complete(1_000 / euros);
            },
            "stock")
        .start();
  }

  static void end() {
    try {
      Thread.sleep(42_000);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    Runtime.getRuntime().halt(0);
  }
}
