/*
 * claim: producers wait at queues whose only consumer threw, a request for a result whose callback threw, a loop for permits of a
 *   periodic task that threw
 * expect: lost-wait warning at ORDERS
 * expect: lost-wait warning at AUDIT
 * expect: lost-wait warning at RESULT
 * expect: lost-wait warning at PERMIT
 * seconds: 30
 */
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

public class LostWaitFailed {
  static final long BAD = System.nanoTime() + 9_000_000_000L;
  static final BlockingQueue<Integer> orders = new LinkedBlockingQueue<>(8);
  static final BlockingQueue<Integer> audit = new ArrayBlockingQueue<>(8);
  static final Semaphore permits = new Semaphore(0);
  static final ExecutorService replies = Executors.newFixedThreadPool(2);

  public static void main(String[] args) throws Exception {
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {}); // as a logger that nobody reads
    start("ship", () -> consume(orders));
    Executors.newSingleThreadExecutor().submit(() -> consume(audit));
    ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
    timer.scheduleAtFixedRate(LostWaitFailed::refill, 50, 50, TimeUnit.MILLISECONDS);
    for (int i = 0; i < 3; i++) {
      start("order-" + i, LostWaitFailed::order);
    }
    start("auditor", LostWaitFailed::audit);
    start("request", LostWaitFailed::request);
    start("paced", LostWaitFailed::paced);
    Thread.sleep(27_000);
    System.exit(0);
  }

  interface Loop {
    void run() throws Exception;
  }

  static void start(String name, Loop loop) {
    new Thread(() -> { try { loop.run(); } catch (InterruptedException e) { /* ends */ } catch (Exception e) { throw new IllegalStateException(e); } }, name).start();
  }

  static void check() {
    if (System.nanoTime() > BAD) {
      throw new IllegalArgumentException("malformed");
    }
  }

  static Object consume(BlockingQueue<Integer> queue) throws InterruptedException {
    for (int n = 0; ; n++) {
      queue.take();
      Thread.sleep(n % 20 == 0 ? 200 : 2);
      check();
    }
  }

  static void order() throws InterruptedException {
    for (int i = 0; ; i++) {
      orders.put(i); // <ORDERS>
      Thread.sleep(40);
    }
  }

  static void audit() throws InterruptedException {
    for (int i = 0; ; i++) {
      audit.put(i); // <AUDIT>
      Thread.sleep(15);
    }
  }

  static void reply(CompletableFuture<String> answer) throws InterruptedException {
    Thread.sleep(20);
    check();
    answer.complete("yes");
  }

  static void request() throws Exception {
    while (true) {
      CompletableFuture<String> answer = new CompletableFuture<>();
      replies.submit(() -> { reply(answer); return null; });
      answer.get(); // <RESULT>
    }
  }

  static void refill() {
    check();
    permits.release();
  }

  static void paced() throws InterruptedException {
    while (true) {
      permits.acquire(); // <PERMIT>
    }
  }
}
