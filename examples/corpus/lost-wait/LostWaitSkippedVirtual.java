/*
 * claim: main waits at a latch that a task of a virtual thread was to count down, which threw before
 * expect: lost-wait warning at LATCH
 * evidence: lost-wait failure at PARSES
 * jdk: 21..
 * seconds: 20
 */
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LostWaitSkippedVirtual {
  public static void main(String[] args) throws Exception {
    ExecutorService virtual = (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    Thread end = new Thread(LostWaitSkippedVirtual::end, "end");
    end.setDaemon(true);
    end.start();
    CountDownLatch loaded = new CountDownLatch(1);
    virtual.submit(() -> load(loaded, "12 GB"));
    loaded.await(); // <LATCH>
    System.out.println("loaded");
  }

  static void load(CountDownLatch loaded, String size) {
    System.out.println("loading " + Integer.parseInt(size)); // <PARSES>
    loaded.countDown();
  }

  static void end() {
    try {
      Thread.sleep(18_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    System.exit(0);
  }
}
