/*
 * claim: virtual threads wait for one another's results in a chain whose last waits for main; others wait under a lock until
 *   a queue has room, and the thread that takes from it waits for that lock at times, but another takes too
 * twin of: lock-deadlock
 * allow: lock-contention warning
 * jdk: 21..
 * seconds: 18
 */
import java.util.concurrent.*;
import java.util.concurrent.locks.ReentrantLock;

public class BenignVirtualResults {
  static final ExecutorService tasks = virtualThreads();
  static final ConcurrentMap<Integer, Future<Integer>> parts = new ConcurrentHashMap<>();
  static final CompletableFuture<Integer> last = new CompletableFuture<>();
  static final ReentrantLock order = new ReentrantLock();
  static final BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(2);

  public static void main(String[] args) throws Exception {
    part(0);
    Thread reader = new Thread(BenignVirtualResults::drain, "reader");
    reader.start();
    for (int i = 0; i < 6; i++) {
      tasks.submit(() -> emit());
    }
    ExecutorService sink = Executors.newSingleThreadExecutor();
    sink.submit(() -> order.isLocked());
    reader.join();
    last.complete(1);
    part(0).get();
    sink.shutdown();
    tasks.shutdown();
  }

  static Future<Integer> part(int n) {
    return parts.computeIfAbsent(n, key -> tasks.submit(() -> compute(key)));
  }

  static int compute(int n) throws Exception {
    Thread.sleep(100);
    return n == 3 ? last.get() : n + part(n + 1).get();
  }

  static Object emit() throws InterruptedException {
    order.lock();
    try {
      queue.put(1);
      return 1;
    } finally {
      order.unlock();
    }
  }

  static void drain() {
    try {
      Thread.sleep(14_000);
      for (int i = 0; i < 6; i++) {
        queue.take();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
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
