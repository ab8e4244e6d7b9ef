/*
 * claim: a virtual thread leads for as long as it lives, and works in turns; four platform threads stand by at its lock
 * jdk: 21..
 * twin of: lock-contention
 * allow: lock-contention info
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

public class BenignVirtualLeader {
  static final ReentrantLock leads = new ReentrantLock();

  public static void main(String[] args) throws Exception {
    ExecutorService threads = virtualThreads();
    threads.execute(BenignVirtualLeader::lead);
    pause(500);
    for (int i = 0; i < 4; i++) {
      Thread standBy = new Thread(BenignVirtualLeader::lead, "stand-by-" + i);
      standBy.setDaemon(true);
      standBy.start();
    }
    pause(25_000);
    System.exit(0);
  }

  static void lead() {
    leads.lock();
    try {
      while (true) {
        pause(700);
      }
    } finally {
      leads.unlock();
    }
  }

  static void pause(int millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  // This program is compiled for Java 17 too.
  static ExecutorService virtualThreads() throws Exception {
    return (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }
}
