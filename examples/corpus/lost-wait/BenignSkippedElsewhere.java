/*
 * claim: tasks that threw held a latch or a future, and all waits end: they had counted down, a finally block did, another task has it,
 *   or it is tried again
 * twin of: lost-wait
 * allow: async-blocking-pair warning
 * seconds: 28
 */
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class BenignSkippedElsewhere {
  static final ExecutorService pool = Executors.newCachedThreadPool();
  static final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);

  public static void main(String[] args) throws Exception {
    CountDownLatch counted = new CountDownLatch(2);
    pool.submit(() -> { counted.countDown(); return read(true); });
    pool.submit(() -> { read(false); counted.countDown(); return null; });
    start("counted", () -> { counted.await(); return null; });

    CountDownLatch inFinally = new CountDownLatch(2);
    for (boolean bad : new boolean[] {true, false}) {
      pool.submit(() -> part(bad, inFinally));
    }
    start("finally", () -> { inFinally.await(); return null; });

    CompletableFuture<String> first = new CompletableFuture<>();
    pool.submit(() -> first.complete(read(true)));
    pool.submit(() -> fallback(first));
    start("hedged", first::join);

    CompletableFuture<String> again = new CompletableFuture<>();
    pool.submit(() -> attempt(again, true));
    start("again", again::join);

    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(2);
    pool.submit(() -> { read(true); gate.await(); done.countDown(); return null; });
    start("gated", () -> { gate.await(); return null; });
    Thread.sleep(25_000);
    gate.countDown();
    System.exit(0);
  }

  static void start(String name, Callable<?> work) {
    new Thread(() -> { try { work.call(); } catch (Exception e) { throw new IllegalStateException(e); } }, name).start();
  }

  static String read(boolean bad) throws InterruptedException {
    Thread.sleep(bad ? 50 : 18_000);
    if (bad) {
      throw new IllegalArgumentException("malformed");
    }
    return "read";
  }

  static Object part(boolean bad, CountDownLatch latch) throws InterruptedException {
    try {
      return read(bad);
    } finally {
      latch.countDown();
    }
  }

  static Object fallback(CompletableFuture<String> first) throws InterruptedException {
    return first.complete(read(false));
  }

  static Object attempt(CompletableFuture<String> result, boolean bad) throws InterruptedException {
    if (bad) {
      timer.schedule(() -> attempt(result, false), 1, TimeUnit.SECONDS);
    }
    return result.complete(read(bad));
  }
}
