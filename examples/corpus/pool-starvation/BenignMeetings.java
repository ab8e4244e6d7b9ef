/*
 * claim: the only thread of each pool waits at a barrier, a phaser, an exchanger or a condition for a thread outside that comes
 *   late; the tasks behind it are of its own kind, or have to do with something else
 * twin of: pool-starvation
 * allow: pool-saturated warning
 * allow: unbounded-queue info
 * seconds: 24
 */
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class BenignMeetings {
  public static void main(String[] args) throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(2);
    Phaser phaser = new Phaser(1);
    Exchanger<String> exchanger = new Exchanger<>();
    ReentrantLock lock = new ReentrantLock();
    Condition ready = lock.newCondition();
    ExecutorService[] pools = {
      twice(() -> meet(barrier)),
      twice(() -> phaser.awaitAdvance(0)),
      twice(() -> exchanger.exchange("a")),
      twice(() -> awaits(lock, ready))
    };
    CyclicBarrier other = new CyclicBarrier(1);
    for (ExecutorService pool : pools) {
      pool.submit(() -> other.await());
    }
    Thread.sleep(20_000);
    phaser.arrive();
    for (int i = 0; i < 2; i++) {
      barrier.await();
      exchanger.exchange("b");
      Thread.sleep(300);
      lock.lock();
      ready.signalAll();
      lock.unlock();
    }
    for (ExecutorService pool : pools) {
      pool.shutdown();
    }
  }

  static ExecutorService twice(Callable<?> task) {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    pool.submit(task);
    pool.submit(task);
    return pool;
  }

  static Object meet(CyclicBarrier barrier) throws Exception {
    return barrier.await();
  }

  static Object awaits(ReentrantLock lock, Condition ready) throws Exception {
    lock.lock();
    try {
      ready.await();
      return "ready";
    } finally {
      lock.unlock();
    }
  }
}
