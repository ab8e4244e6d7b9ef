/*
 * claim: idle workers of a pool, of a queue and at Object.wait; four threads share a lock in turns
 * twin of: lock-contention
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

public class BenignIdleWorkers {
  static final Object nothing = new Object();

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(30);
    LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
    for (int i = 0; i < 30; i++) {
      pool.execute(() -> System.getProperty("user.dir"));
      daemon(() -> System.out.println(queue.take()));
      daemon(BenignIdleWorkers::await);
    }
    for (int i = 0; i < 4; i++) {
      daemon(BenignIdleWorkers::share);
    }
    Thread.sleep(15_000);
    pool.shutdown();
  }

  static void await() throws InterruptedException {
    synchronized (nothing) {
      while (true) {
        nothing.wait();
      }
    }
  }

  static void share() throws InterruptedException {
    while (true) {
      sharedStep();
      Thread.sleep(1); // else the monitor is taken again before the next one has woken up
    }
  }

  static synchronized void sharedStep() throws InterruptedException {
    Thread.sleep(10);
  }

  interface Work {
    void run() throws Exception;
  }

  static void daemon(Work work) {
    Thread thread = new Thread(() -> once(work));
    thread.setDaemon(true);
    thread.start();
  }

  static void once(Work work) {
    try {
      work.run();
    } catch (Exception e) {
      System.out.println("interrupted");
    }
  }
}
