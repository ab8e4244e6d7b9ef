/*
 * claim: the tasks of two pools stop each other's pool and await its termination, until a time-out of centuries
 * expect: lock-deadlock warning at A or B
 * seconds: 25
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class LockDeadlockAwaitsEachOther {
  public static void main(String[] args) throws Exception {
    ExecutorService orders = Executors.newFixedThreadPool(2);
    ExecutorService bills = Executors.newFixedThreadPool(2);
    orders.submit(
        () -> {
          Thread.sleep(300);
          bills.shutdown();
          return bills.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS); // <A>
        });
    bills.submit(
        () -> {
          Thread.sleep(300);
          orders.shutdown();
          return orders.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS); // <B>
        });
    Thread.sleep(18_000);
    System.exit(0);
  }
}
