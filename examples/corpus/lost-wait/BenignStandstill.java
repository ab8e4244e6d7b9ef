/*
 * claim: for 27 s all threads wait, for a task that sleeps, and whose result lets one of them count a latch down
 * twin of: lost-wait
 * allow: async-blocking-pair warning
 * seconds: 40
 */
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class BenignStandstill {
  static final CountDownLatch begun = new CountDownLatch(1);

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Future<Integer> slow = pool.submit(BenignStandstill::slow);
    start("begins", () -> { slow.get(); begun.countDown(); return null; });
    start("follows", BenignStandstill::follow);
    start("ends", () -> { Thread.sleep(36_000); System.exit(0); return null; });
  }

  static void start(String name, Callable<?> work) {
    new Thread(() -> { try { work.call(); } catch (Exception e) { throw new IllegalStateException(e); } }, name).start();
  }

  static int slow() throws InterruptedException {
    Thread.sleep(27_000);
    return 1;
  }

  static Object follow() throws InterruptedException {
    begun.await();
    System.out.println("begun");
    return null;
  }
}
