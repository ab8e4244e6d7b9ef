/*
 * claim: each pool waits for tasks in the queue of the other
 * expect: pool-deadlock critical at ORDERS or STOCK
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class DeadlockAcrossPools {
  static final ExecutorService orders = Executors.newFixedThreadPool(2);
  static final ExecutorService stock = Executors.newFixedThreadPool(1);

  public static void main(String[] args) throws Exception {
    orders.execute(DeadlockAcrossPools::order);
    orders.execute(DeadlockAcrossPools::order);
    stock.execute(DeadlockAcrossPools::reserve);
    Thread.sleep(7_000);
    System.exit(0);
  }

  static void order() {
    sleep();
    CompletableFuture.supplyAsync(() -> "reserved", stock).join(); // <ORDERS>
  }

  static void reserve() {
    sleep();
    CompletableFuture.supplyAsync(() -> "ordered", orders).join(); // <STOCK>
  }

  static void sleep() {
    try {
      Thread.sleep(200);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
