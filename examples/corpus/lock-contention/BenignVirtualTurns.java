/*
 * claim: virtual threads take a lock for a moment each, hundreds of times a second, and once for seconds as they start
 * twin of: lock-contention
 * jdk: 21..
 * seconds: 20
 */
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

public class BenignVirtualTurns {
  static final ReentrantLock lock = new ReentrantLock();
  static final Map<Integer, Long> totals = new HashMap<>();

  public static void main(String[] args) throws Exception {
    long end = System.nanoTime() + 20_000_000_000L;
    ExecutorService requests = virtualThreads();
    while (System.nanoTime() < end) {
      requests.execute(BenignVirtualTurns::serve);
      Thread.sleep(2);
    }
    System.exit(0);
  }

  static void serve() {
    try {
      Thread.sleep(30);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    lock.lock();
    try {
      if (totals.isEmpty()) {
        load();
      }
      totals.merge((int) (Math.random() * 100), 1L, Long::sum);
    } finally {
      lock.unlock();
    }
  }

  static void load() {
    try {
      Thread.sleep(3_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    totals.put(0, 0L);
  }

  static ExecutorService virtualThreads() throws ReflectiveOperationException {
    return (ExecutorService)
        Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }
}
