/*
 * claim: a request waits for a result whose callback threw, and a loop for permits of a periodic task that threw
 * expect: lost-wait warning at RESULT
 * expect: lost-wait warning at PERMIT
 * allow: async-blocking-pair warning
 * seconds: 30
 */
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

public class LostWaitCallbackFailed {
  static final long BAD = System.nanoTime() + 9_000_000_000L;
  static final Semaphore permits = new Semaphore(0);
  static final ExecutorService replies = Executors.newFixedThreadPool(2);
  static final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);

  public static void main(String[] args) throws Exception {
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {}); // as a log that nobody reads
    timer.scheduleAtFixedRate(LostWaitCallbackFailed::refill, 50, 50, TimeUnit.MILLISECONDS);
    start("request", LostWaitCallbackFailed::request);
    start("paced", LostWaitCallbackFailed::paced);
    Thread.sleep(27_000);
    System.exit(0);
  }

  static void start(String name, Callable<?> loop) {
    new Thread(() -> { try { loop.call(); } catch (RuntimeException e) { throw e; } catch (Exception e) { /* ends */ } }, name).start();
  }

  static void check() {
    if (System.nanoTime() > BAD) {
      throw new IllegalArgumentException("malformed");
    }
  }

  static Object reply(CompletableFuture<String> answer) throws InterruptedException {
    Thread.sleep(20);
    check();
    return answer.complete("yes");
  }

  static Object request() throws Exception {
    while (true) {
      CompletableFuture<String> answer = new CompletableFuture<>();
      replies.submit(() -> reply(answer));
      answer.get(); // <RESULT>
    }
  }

  static void refill() {
    check();
    permits.release();
  }

  static Object paced() throws InterruptedException {
    while (true) {
      permits.acquire(); // <PERMIT>
    }
  }
}
