/*
 * claim: virtual threads wait for what a sleeping one, one with a time-out and main do in the end
 * twin of: lost-wait
 * jdk: 21..
 * seconds: 40
 */
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

public class BenignVirtualWaits {
  static final CountDownLatch slept = new CountDownLatch(1);
  static final CompletableFuture<String> late = new CompletableFuture<>();
  static final Semaphore permits = new Semaphore(0);
  static final BlockingQueue<String> orders = new ArrayBlockingQueue<>(4);

  public static void main(String[] args) throws Exception {
    ExecutorService virtual = (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    for (int i = 0; i < 2; i++) {
      virtual.submit(() -> { while (true) { orders.take(); } });
    }
    virtual.submit(() -> { slept.await(); return println("slept"); });
    virtual.submit(() -> { Thread.sleep(30_000); slept.countDown(); return null; });
    virtual.submit(() -> println(late.get()));
    virtual.submit(() -> { orders.poll(30, TimeUnit.SECONDS); return late.complete("late"); });
    virtual.submit(() -> { permits.acquire(); return println("permitted"); });
    Thread.sleep(32_000);
    permits.release();
    Thread.sleep(2_000);
    System.exit(0);
  }

  static Object println(String line) {
    System.out.println(line);
    return line;
  }
}
