/*
 * claim: two virtual threads take from queues into which each puts only when it has got something
 * expect: lost-wait warning at ORDERS
 * expect: lost-wait warning at REPLIES
 * jdk: 21..
 * seconds: 25
 */
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

public class LostWaitVirtualQueues {
  public static void main(String[] args) throws Exception {
    ExecutorService virtual = (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    BlockingQueue<Integer> orders = new LinkedBlockingQueue<>();
    BlockingQueue<Integer> replies = new LinkedBlockingQueue<>();
    virtual.submit(() -> {
      for (int i = 0; i < 3; i++) {
        replies.put(orders.take()); // <ORDERS>
      }
      return null;
    });
    virtual.submit(() -> {
      for (int i = 0; i < 3; i++) {
        orders.put(replies.take()); // <REPLIES>
      }
      return null;
    });
    virtual.shutdown();
    virtual.awaitTermination(22, TimeUnit.SECONDS);
    System.exit(0);
  }
}
