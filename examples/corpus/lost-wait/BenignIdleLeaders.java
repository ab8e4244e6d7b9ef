/*
 * claim: idle workers of a pool of the application's own, which is never stopped: one waits at the queue, the others for its lock
 * twin of: lost-wait
 * seconds: 35
 */
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class BenignIdleLeaders {
  static final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
  static final Lock leads = new ReentrantLock();
  static volatile boolean stopped;

  public static void main(String[] args) throws Exception {
    Thread end = new Thread(BenignIdleLeaders::end, "end");
    end.setDaemon(true);
    end.start();
    for (int i = 0; i < 3; i++) {
      new Thread(BenignIdleLeaders::work, "worker-" + i).start();
    }
    for (int i = 0; i < 10; i++) {
      int number = i;
      tasks.put(() -> System.out.println("task " + number));
    }
  }

  static void work() {
    try {
      while (!stopped) {
        next().run();
      }
      System.out.println("stopped");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static Runnable next() throws InterruptedException {
    leads.lock();
    try {
      return tasks.take();
    } finally {
      leads.unlock();
    }
  }

  static void end() {
    try {
      Thread.sleep(33_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    System.exit(0);
  }
}
