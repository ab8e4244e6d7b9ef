/*
 * claim: three tasks of a virtual executor wait for one another's results, in a ring; another virtual thread waits under a lock
 *   for room in a queue from which only a thread takes that the lock keeps out
 * expect: lock-deadlock critical at GET
 * expect: lock-deadlock warning at PUTS or LOCKS
 * jdk: 21..
 * seconds: 18
 */
import java.util.concurrent.*;
import java.util.concurrent.locks.ReentrantLock;

public class LockDeadlockVirtualResults {
  static final ExecutorService tasks = virtualThreads();
  static final ConcurrentMap<Integer, Future<Integer>> parts = new ConcurrentHashMap<>();
  static final ReentrantLock order = new ReentrantLock();
  static final BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(2);

  public static void main(String[] args) throws Exception {
    part(0);
    ExecutorService sink = Executors.newSingleThreadExecutor();
    sink.submit(LockDeadlockVirtualResults::sink);
    for (int i = 0; i < 5; i++) {
      tasks.submit(() -> emit());
    }
    Thread.sleep(16_000);
    Runtime.getRuntime().halt(0);
  }

  static Future<Integer> part(int n) {
    return parts.computeIfAbsent(n, key -> tasks.submit(() -> compute(key)));
  }

  static int compute(int n) throws Exception {
    Thread.sleep(100);
    return n + part((n + 1) % 3).get(); // <GET>
  }

  static Object emit() throws InterruptedException {
    order.lock();
    try {
      queue.put(1); // <PUTS>
      return 1;
    } finally {
      order.unlock();
    }
  }

  static Object sink() throws InterruptedException {
    while (true) {
      int n = queue.take();
      Thread.sleep(50);
      order.lock(); // <LOCKS>
      order.unlock();
      if (n < 0) {
        return n;
      }
    }
  }

  /** Java 17 has no virtual threads to compile against. */
  static ExecutorService virtualThreads() {
    try {
      return (ExecutorService)
          Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
