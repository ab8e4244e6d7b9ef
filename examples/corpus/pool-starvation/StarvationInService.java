/*
 * claim: each order waits at a latch of its own; the task behind it in the same queue gets the order, and counts that down
 * expect: pool-starvation warning at AWAITS
 * allow: pool-saturated warning
 * seconds: 20
 */
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class StarvationInService {
  static class Order {
    final CountDownLatch reserved = new CountDownLatch(1);
    String item = "";
  }

  final ExecutorService pool = Executors.newFixedThreadPool(2);

  public static void main(String[] args) throws Exception {
    StarvationInService service = new StarvationInService();
    service.pool.submit(() -> service.place(new Order()));
    service.pool.submit(() -> service.place(new Order()));
    service.pool.awaitTermination(18, TimeUnit.SECONDS);
    System.exit(0);
  }

  Object place(Order order) throws InterruptedException {
    Thread.sleep(300);
    pool.execute(() -> reserve(order));
    order.reserved.await(); // <AWAITS>
    return order.item;
  }

  void reserve(Order order) {
    order.item = "reserved";
    order.reserved.countDown();
  }
}
