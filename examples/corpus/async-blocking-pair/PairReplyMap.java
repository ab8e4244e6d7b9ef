/*
 * claim: a call made synchronous by a latch that the worker finds in a map of replies, by a number
 * expect: async-blocking-pair warning at WAIT
 * seconds: 15
 */
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

public class PairReplyMap {
  static final ExecutorService requests = Executors.newFixedThreadPool(4);
  static final ExecutorService workers = Executors.newFixedThreadPool(4);
  static final Map<Long, CountDownLatch> replies = new ConcurrentHashMap<>();
  static final AtomicLong ids = new AtomicLong();

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 140; i++) {
      requests.execute(PairReplyMap::handle);
      Thread.sleep(100);
    }
    requests.shutdown();
    workers.shutdown();
  }

  static void handle() {
    long id = ids.incrementAndGet();
    CountDownLatch reply = new CountDownLatch(1);
    replies.put(id, reply);
    workers.execute(() -> query(id));
    try {
      reply.await(); // <WAIT>
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void query(long id) {
    try {
      Thread.sleep(300);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    replies.remove(id).countDown();
  }
}
