/*
 * claim: a lock is held during get() of a task that wants the lock, and runs
 * expect: lock-deadlock critical at GET or INSIDE
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class LockDeadlockHeldDuringGet {
  static final ExecutorService pool = Executors.newFixedThreadPool(4);
  static final Object cache = new Object();

  public static void main(String[] args) throws Exception {
    Thread refresher = new Thread(LockDeadlockHeldDuringGet::refresh, "refresher");
    refresher.setDaemon(true);
    refresher.start();
    Thread.sleep(8_000);
    System.exit(0);
  }

  static void refresh() {
    synchronized (cache) {
      Future<?> loaded = pool.submit(LockDeadlockHeldDuringGet::load);
      try {
        loaded.get(); // <GET>
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  static void load() {
    synchronized (cache) {
      cache.notifyAll(); // <INSIDE>
    }
  }
}
