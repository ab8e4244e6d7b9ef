/*
 * claim: a latch is counted down and a consumer started again 25 s after an exception, by threads that sleep until then
 * twin of: lost-wait
 * allow: pool-saturated warning
 * seconds: 45
 */
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class BenignTriesAgain {
  public static void main(String[] args) throws Exception {
    BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(5);
    CountDownLatch ready = new CountDownLatch(1);
    ExecutorService pool = Executors.newFixedThreadPool(4);
    pool.submit(() -> produce(queue));
    pool.submit(() -> supervise(queue));
    pool.submit(
        () -> {
          ready.await();
          return ready;
        });
    Future<?> connection =
        pool.submit(
            () -> {
              connect();
              ready.countDown();
              return ready;
            });
    try {
      connection.get();
    } catch (ExecutionException refused) {
      Thread.sleep(25_000);
      ready.countDown();
    }
    Thread.sleep(10_000);
    System.exit(0);
  }

  static void connect() throws Exception {
    Thread.sleep(1_000);
    throw new IllegalStateException("refused");
  }

  static Object produce(BlockingQueue<Integer> queue) throws Exception {
    for (int i = 0; ; i++) {
      queue.put(i);
    }
  }

  static Object supervise(BlockingQueue<Integer> queue) throws Exception {
    ExecutorService consumers = Executors.newFixedThreadPool(1);
    while (true) {
      Callable<?> consumer = () -> consume(queue);
      try {
        consumers.submit(consumer).get();
      } catch (ExecutionException failed) {
        Thread.sleep(25_000);
      }
    }
  }

  static Object consume(BlockingQueue<Integer> queue) throws Exception {
    for (int i = 0; i < 300; i++) {
      queue.take();
      Thread.sleep(10);
    }
    throw new IllegalStateException("connection lost");
  }
}
