/*
 * claim: two virtual threads take two monitors in opposite orders, and others queue behind them; so do a virtual and a platform thread; a virtual thread
 *   owns a monitor and waits for a lock whose holder waits for the monitor; a thread owns one while it waits for the result of a virtual thread that enters it
 * jdk: 25..
 * expect: lock-deadlock critical at ENTER
 * expect: lock-deadlock critical at ENTER2
 * expect: lock-deadlock critical at LOCK or ENTER4
 * expect: lock-deadlock critical at GET or ENTER4
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

public class LockDeadlockVirtualMonitors {
  static final Object[] monitors = "a b c d e f".split(" ");
  static final ReentrantLock lock = new ReentrantLock();

  public static void main(String[] args) throws Exception {
    ExecutorService threads =
        (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    ExecutorService pool = Executors.newFixedThreadPool(4);
    threads.submit(() -> move(1, 0));
    threads.submit(() -> swap(2, 3));
    pool.submit(() -> swap(3, 2));
    threads.submit(() -> monitorThenLock());
    pool.submit(() -> lockThenMonitor());
    pool.submit(() -> waitInside(threads));
    for (int i = 0; i < 30; i++) {
      threads.submit(() -> move(0, 1));
      Thread.sleep(100);
    }
    Thread.sleep(8_000);
    System.exit(0);
  }

  static int move(int from, int to) throws Exception {
    synchronized (monitors[from]) {
      Thread.sleep(300);
      synchronized (monitors[to]) {
        return 1; // <ENTER>
      }
    }
  }

  static int swap(int from, int to) throws Exception {
    synchronized (monitors[from]) {
      Thread.sleep(300);
      synchronized (monitors[to]) {
        return 1; // <ENTER2>
      }
    }
  }

  static int monitorThenLock() throws Exception {
    synchronized (monitors[4]) {
      Thread.sleep(300);
      lock.lock(); // <LOCK>
      return 1;
    }
  }

  static int lockThenMonitor() throws Exception {
    lock.lock();
    Thread.sleep(300);
    return enter(4);
  }

  static int waitInside(ExecutorService threads) throws Exception {
    synchronized (monitors[5]) {
      return threads.submit(() -> enter(5)).get(); // <GET>
    }
  }

  static int enter(int monitor) {
    synchronized (monitors[monitor]) {
      return 1; // <ENTER4>
    }
  }
}
