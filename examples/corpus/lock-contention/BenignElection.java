/*
 * claim: five nodes ask for the leadership, which is a lock; the leader works on for ever, once a second, and the others stand by
 * twin of: lock-contention
 * allow: lock-contention info
 * seconds: 25
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

public class BenignElection {
  static final ReentrantLock leadership = new ReentrantLock();
  static final Object mastership = new Object();

  public static void main(String[] args) throws Exception {
    ExecutorService nodes = Executors.newFixedThreadPool(5);
    for (int i = 0; i < 5; i++) {
      nodes.submit(BenignElection::lead);
      Thread master = new Thread(BenignElection::master, "master-" + i);
      master.setDaemon(true);
      master.start();
    }
    Thread.sleep(20_000);
    System.exit(0);
  }

  static Object lead() throws InterruptedException {
    leadership.lock();
    try {
      while (true) {
        Thread.sleep(500);
      }
    } finally {
      leadership.unlock();
    }
  }

  static void master() {
    synchronized (mastership) {
      try {
        while (true) {
          Thread.sleep(500);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
