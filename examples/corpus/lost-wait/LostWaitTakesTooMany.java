/*
 * claim: threads take one more than others put, from a queue and from a completion service; main waits for a pool that nobody shuts down
 * expect: lost-wait warning at TAKES
 * expect: lost-wait warning at RESULTS
 * expect: lost-wait warning at POOL
 * seconds: 25
 */
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

public class LostWaitTakesTooMany {
  static final int ORDERS = 9;
  static final ExecutorService pool = Executors.newFixedThreadPool(3);
  static final BlockingQueue<Integer> orders = new LinkedBlockingQueue<>();

  public static void main(String[] args) throws Exception {
    Thread end = new Thread(LostWaitTakesTooMany::end, "end");
    end.setDaemon(true);
    end.start();
    new Thread(LostWaitTakesTooMany::sumResults, "sums-results").start();
    new Thread(LostWaitTakesTooMany::sumOrders, "sums-orders").start();
    for (int i = 0; i < ORDERS; i++) {
      orders.put(i);
    }
    pool.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS); // <POOL>
    System.out.println("done");
  }

  static void sumResults() {
    CompletionService<Integer> results = new ExecutorCompletionService<>(pool);
    for (int i = 0; i < ORDERS; i++) {
      int order = i;
      results.submit(() -> order * order);
    }
    int sum = 0;
    for (int i = 0; i <= ORDERS; i++) {
      sum += taken(results);
    }
    System.out.println(sum);
  }

  static int taken(CompletionService<Integer> results) {
    try {
      return results.take().get(); // <RESULTS>
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static void sumOrders() {
    int sum = 0;
    try {
      for (int taken = 0; taken <= ORDERS; taken++) {
        sum += orders.take(); // <TAKES>
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    System.out.println(sum);
  }

  static void end() {
    try {
      Thread.sleep(23_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    System.exit(0);
  }
}
