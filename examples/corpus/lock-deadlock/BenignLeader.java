/*
 * claim: workers take turns at a queue under a lock, which the thread that fills it needs only afterwards
 * twin of: lock-deadlock
 * allow: lock-contention info
 * allow: lock-contention warning
 * seconds: 24
 */
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;

public class BenignLeader {
  static final Object leader = new Object();
  static int taken;

  public static void main(String[] args) throws Exception {
    BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
    for (int i = 0; i < 3; i++) {
      start("worker-" + i, () -> { while (true) { take(queue); } });
    }
    start("fills", () -> fill(queue));
    start("also-fills", () -> { while (true) { Thread.sleep(6_000); queue.put(2); } });
    Thread.sleep(22_000);
    System.exit(0);
  }

  static void start(String name, Callable<?> work) {
    new Thread(() -> { try { work.call(); } catch (Exception e) { throw new IllegalStateException(e); } }, name).start();
  }

  static void take(BlockingQueue<Integer> queue) throws InterruptedException {
    synchronized (leader) {
      taken += queue.take();
    }
  }

  static Object fill(BlockingQueue<Integer> queue) throws InterruptedException {
    while (true) {
      queue.put(1);
      synchronized (leader) {
        taken++;
      }
    }
  }
}
