/*
 * claim: what a callback that threw should complete is in a timer's queue; a worker waits for events, of which one threw and the next
 *   comes late
 * twin of: lost-wait
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

public class BenignCallbackTriedAgain {
  static final long BAD = System.nanoTime() + 9_000_000_000L;
  static final Semaphore events = new Semaphore(0);
  static final ExecutorService replies = Executors.newFixedThreadPool(2);
  static final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);

  public static void main(String[] args) throws Exception {
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {}); // as a log that nobody reads
    start("request", BenignCallbackTriedAgain::request);
    start("worker", BenignCallbackTriedAgain::work);
    ExecutorService sources = Executors.newFixedThreadPool(2);
    while (System.nanoTime() < BAD + 100_000_000L) {
      sources.submit(BenignCallbackTriedAgain::event);
      Thread.sleep(50);
    }
    Thread.sleep(17_000);
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

  static void event() {
    check();
    events.release();
  }

  static Object work() throws InterruptedException {
    while (true) {
      events.acquire();
    }
  }

  static Object reply(CompletableFuture<String> answer, boolean again) throws InterruptedException {
    Thread.sleep(20);
    if (System.nanoTime() > BAD && !again) {
      timer.schedule(() -> reply(answer, true), 15, TimeUnit.SECONDS);
      throw new IllegalStateException("try again");
    }
    return answer.complete("yes");
  }

  static Object request() throws Exception {
    while (true) {
      CompletableFuture<String> answer = new CompletableFuture<>();
      replies.submit(() -> reply(answer, false));
      answer.get();
    }
  }
}
