/*
 * claim: virtual threads that have returned did not end two waits: one caught an exception, one returned early
 * expect: lost-wait warning at LATCH
 * expect: lost-wait warning at FUTURE
 * allow: async-blocking-pair warning
 * jdk: 21..
 * seconds: 35
 */
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LostWaitReturnedVirtual {
  static ExecutorService virtual;

  public static void main(String[] args) throws Exception {
    // By reflection: Java 17 has no virtual threads to compile against.
    virtual = (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    Thread.sleep(2_000);
    start("load", LostWaitReturnedVirtual::load);
    start("ask", LostWaitReturnedVirtual::ask);
    Thread.sleep(30_000);
    System.exit(0);
  }

  interface Waits { void call() throws Exception; }

  static void start(String name, Waits work) {
    new Thread(() -> { try { work.call(); } catch (Exception e) { throw new IllegalStateException(e); } }, name).start();
  }

  static String read(String part) throws InterruptedException {
    Thread.sleep(4_000);
    return part.trim();
  }

  static void load() throws Exception {
    CountDownLatch loaded = new CountDownLatch(3);
    Arrays.asList("a", null, "c").forEach(part -> virtual.submit(() -> count(part, loaded)));
    loaded.await(); // <LATCH>
  }

  static void count(String part, CountDownLatch latch) {
    try {
      read(part);
      latch.countDown();
    } catch (NullPointerException | InterruptedException e) {
      // as a log that nobody reads
    }
  }

  static void ask() throws Exception {
    CompletableFuture<String> answer = new CompletableFuture<>();
    virtual.execute(() -> decode("", answer));
    answer.join(); // <FUTURE>
  }

  static void decode(String text, CompletableFuture<String> answer) {
    try {
      if (!read(text).isEmpty()) { answer.complete(text); }
    } catch (InterruptedException e) {
      answer.completeExceptionally(e);
    }
  }
}
