/*
 * claim: a thread takes from an empty queue while it holds a lock, which the thread that fills the queue needs first
 * expect: lock-deadlock warning at TAKES
 * seconds: 20
 */
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;

public class LockDeadlockEmptyQueue {
  static final Object state = new Object();
  static int taken;

  public static void main(String[] args) throws Exception {
    BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
    start("drains", () -> { while (true) { drain(queue); } });
    start("fills", () -> { while (true) { Thread.sleep(200); fill(queue); } });
    Thread.sleep(18_000);
    System.exit(0);
  }

  static void start(String name, Callable<?> work) {
    new Thread(() -> { try { work.call(); } catch (Exception e) { throw new IllegalStateException(e); } }, name).start();
  }

  static void drain(BlockingQueue<Integer> queue) throws InterruptedException {
    synchronized (state) {
      taken += queue.take(); // <TAKES>
    }
  }

  static void fill(BlockingQueue<Integer> queue) throws InterruptedException {
    synchronized (state) {
      queue.put(taken);
    }
  }
}
