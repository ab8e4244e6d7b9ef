/*
 * claim: nobody ever gives these threads anything to do: workers at queues, one of which is joined, and a thread that only keeps the JVM alive
 * twin of: lost-wait
 * seconds: 36
 */
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

public class BenignIdle {
  static final BlockingQueue<Integer> orders = new LinkedBlockingQueue<>();
  static final Deque<Integer> mails = new ArrayDeque<>();

  public static void main(String[] args) throws Exception {
    start("orders", BenignIdle::takeOrders);
    Thread mail = start("mails", BenignIdle::takeMails);
    start("keeps alive", () -> { new CountDownLatch(1).await(); return null; });
    start("keeps mails", () -> { mail.join(); return null; });
    Thread.sleep(33_000);
    System.exit(0);
  }

  static Thread start(String name, Callable<?> work) {
    Thread thread = new Thread(() -> { try { work.call(); } catch (Exception e) { throw new IllegalStateException(e); } }, name);
    thread.start();
    return thread;
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
