/*
 * claim: a barrier, a phaser and a latch need three tasks of one kind, and the pool has two threads; tasks that divide their work
 *   among tasks of their own class fill theirs
 * expect: pool-starvation warning at BARRIER
 * expect: pool-starvation warning at PHASER
 * expect: pool-starvation warning at READY
 * expect: pool-starvation warning at PARTS
 * allow: pool-saturated warning
 * seconds: 20
 */
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;

public class StarvationParties {
  static final CyclicBarrier barrier = new CyclicBarrier(3);

  public static void main(String[] args) throws Exception {
    three(() -> sum());
    Phaser phaser = new Phaser(3);
    three(() -> phaser.arriveAndAwaitAdvance()); // <PHASER>
    CountDownLatch ready = new CountDownLatch(3);
    three(() -> begin(ready));
    ExecutorService pool = Executors.newFixedThreadPool(2);
    for (int i = 0; i < 2; i++) {
      pool.execute(new Part(pool, new CountDownLatch(1), 1));
    }
    Thread.sleep(17_000);
    Runtime.getRuntime().halt(0);
  }

  static void three(Callable<?> task) {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    for (int i = 0; i < 3; i++) {
      pool.submit(task);
    }
  }

  static int sum() throws Exception {
    return barrier.await(); // <BARRIER>
  }

  static Object begin(CountDownLatch ready) throws Exception {
    ready.countDown();
    ready.await(); // <READY>
    return "begun";
  }

  record Part(ExecutorService pool, CountDownLatch done, int depth) implements Runnable {
    @Override
    public void run() {
      CountDownLatch parts = new CountDownLatch(2);
      for (int i = 0; depth > 0 && i < 2; i++) {
        pool.execute(new Part(pool, parts, depth - 1));
      }
      try {
        if (depth > 0) {
          parts.await(); // <PARTS>
        }
      } catch (InterruptedException e) {
        return;
      }
      done.countDown();
    }
  }
}
