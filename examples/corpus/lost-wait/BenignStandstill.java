/*
 * claim: for 27 s all threads wait: for something to do, for a thread or task that sleeps and then acts, or only to keep the JVM alive
 * twin of: lost-wait
 * allow: async-blocking-pair warning
 * seconds: 40
 */
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;

public class BenignStandstill {
  static final BlockingQueue<Integer> orders = new LinkedBlockingQueue<>();
  static final Deque<Integer> mails = new ArrayDeque<>();
  static final CountDownLatch begun = new CountDownLatch(1);

  public static void main(String[] args) throws Exception {
    start("orders", BenignStandstill::takeOrders);
    start("mails", BenignStandstill::takeMails);
    start("keeps alive", () -> { new CountDownLatch(1).await(); return null; });
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

  static Object takeOrders() throws InterruptedException {
    while (true) {
      System.out.println("order " + orders.take());
    }
  }

  static Object takeMails() throws InterruptedException {
    while (true) {
      int mail;
      synchronized (mails) {
        while (mails.isEmpty()) {
          mails.wait();
        }
        mail = mails.pop();
      }
      System.out.println("mail " + mail);
    }
  }
}
