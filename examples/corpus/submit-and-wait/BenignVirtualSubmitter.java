/*
 * claim: a virtual thread may wait for each result
 * twin of: submit-and-wait
 * jdk: 21..
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignVirtualSubmitter {
  static final ExecutorService workers = Executors.newFixedThreadPool(4);

  public static void main(String[] args) throws Exception {
    Thread consumer = startVirtualThread(BenignVirtualSubmitter::consume);
    while (consumer.isAlive()) {
      Thread.sleep(500);
    }
    workers.shutdown();
  }

  static void consume() {
    try {
      for (int i = 0; i < 120; i++) {
        workers.submit(BenignVirtualSubmitter::send).get();
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static Object send() throws InterruptedException {
    Thread.sleep(120);
    return "sent";
  }

  /** By reflection, so that a compiler of Java 17 will do. */
  static Thread startVirtualThread(Runnable task) throws Exception {
    return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
  }
}
