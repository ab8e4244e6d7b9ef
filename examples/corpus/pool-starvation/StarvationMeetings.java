/*
 * claim: the only thread of each pool waits at a barrier, a phaser, an exchanger, a condition or a queue for a task of
 *   another kind that is queued behind it
 * expect: pool-starvation warning at BARRIER
 * expect: pool-starvation warning at PHASER
 * expect: pool-starvation warning at EXCHANGER
 * expect: pool-starvation warning at CONDITION
 * expect: pool-starvation warning at QUEUE
 * allow: pool-saturated warning
 * seconds: 20
 */
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class StarvationMeetings {
  public static void main(String[] args) throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(2);
    both(() -> barrier.await(), () -> arrive(barrier)); // <BARRIER>
    Phaser phaser = new Phaser(2);
    both(() -> phaser.arriveAndAwaitAdvance(), () -> phaser.arrive()); // <PHASER>
    Exchanger<String> exchanger = new Exchanger<>();
    both(() -> exchanger.exchange("a"), () -> hand(exchanger)); // <EXCHANGER>
    ReentrantLock lock = new ReentrantLock();
    Condition ready = lock.newCondition();
    both(() -> awaits(lock, ready), () -> signal(lock, ready));
    SynchronousQueue<String> queue = new SynchronousQueue<>();
    both(() -> give(queue), () -> queue.take());
    Thread.sleep(17_000);
    Runtime.getRuntime().halt(0);
  }

  static void both(Callable<?> first, Callable<?> second) {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    pool.submit(first);
    pool.submit(second);
  }

  static Object arrive(CyclicBarrier barrier) throws Exception {
    return barrier.await();
  }

  static Object hand(Exchanger<String> exchanger) throws Exception {
    return exchanger.exchange("b");
  }

  static Object awaits(ReentrantLock lock, Condition ready) throws Exception {
    lock.lock();
    try {
      ready.await(); // <CONDITION>
      return "ready";
    } finally {
      lock.unlock();
    }
  }

  static Object signal(ReentrantLock lock, Condition ready) {
    lock.lock();
    try {
      ready.signalAll();
      return "signalled";
    } finally {
      lock.unlock();
    }
  }

  static Object give(SynchronousQueue<String> queue) throws Exception {
    queue.put("given"); // <QUEUE>
    return "given";
  }
}
