/*
 * claim: two tasks at a time wait at a barrier or a phaser for a third party, which is a thread outside that comes late; not as many
 *   tasks as are lacking are in the queue. Tasks wait at a start gate, and count down another latch after that
 * twin of: pool-starvation
 * allow: pool-saturated warning
 * seconds: 24
 */
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;

public class BenignParties {
  public static void main(String[] args) throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(3);
    Phaser phaser = new Phaser(3);
    CountDownLatch start = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(3);
    List<ExecutorService> pools =
        List.of(
            pool(4, () -> barrier.await()),
            pool(4, () -> phaser.arriveAndAwaitAdvance()),
            pool(3, () -> run(start, done)));
    Thread.sleep(20_000);
    start.countDown();
    done.await();
    for (int i = 0; i < 2; i++) {
      barrier.await();
      phaser.arriveAndAwaitAdvance();
    }
    pools.forEach(ExecutorService::shutdown);
  }

  static ExecutorService pool(int tasks, Callable<?> task) {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    for (int i = 0; i < tasks; i++) {
      pool.submit(task);
    }
    return pool;
  }

  static Object run(CountDownLatch start, CountDownLatch done) throws Exception {
    start.await();
    done.countDown();
    return "run";
  }
}
