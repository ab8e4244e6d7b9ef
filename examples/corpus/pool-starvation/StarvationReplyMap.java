/*
 * claim: orders wait for replies that parts in the same pool give by number; that goes well while one
 *   order comes at a time, until there are as many orders at once as threads
 * expect: pool-starvation warning at AWAITS
 * allow: async-blocking-pair warning
 * allow: pool-saturated warning
 * seconds: 28
 */
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class StarvationReplyMap {
  static final ExecutorService pool = Executors.newFixedThreadPool(3);
  static final Map<Integer, CountDownLatch> replies = new ConcurrentHashMap<>();

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 18; i++) {
      int id = i;
      pool.submit(() -> order(id)).get();
    }
    for (int i = 100; i < 103; i++) {
      int id = i;
      pool.execute(() -> order(id));
    }
    pool.awaitTermination(17, TimeUnit.SECONDS);
    System.exit(0);
  }

  static void order(int id) {
    try {
      CountDownLatch reply = new CountDownLatch(1);
      replies.put(id, reply);
      Thread.sleep(100);
      pool.execute(() -> part(id));
      reply.await(); // <AWAITS>
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void part(int id) {
    try {
      Thread.sleep(400);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    replies.remove(id).countDown();
  }
}
