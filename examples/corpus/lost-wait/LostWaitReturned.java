/*
 * claim: tasks that have returned did not end three waits: one caught an exception, one returned early, one keeps the latch in a field
 * expect: lost-wait warning at LATCH
 * expect: lost-wait warning at FUTURE
 * expect: lost-wait warning at FIELD
 * allow: async-blocking-pair warning
 * seconds: 35
 */
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LostWaitReturned {
  static final ExecutorService pool = Executors.newFixedThreadPool(8);

  public static void main(String[] args) throws Exception {
    Thread.sleep(2_000);
    start("load", LostWaitReturned::load);
    start("ask", LostWaitReturned::ask);
    start("index", LostWaitReturned::index);
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

  static void count(String part, CountDownLatch latch) {
    try {
      read(part);
      latch.countDown();
    } catch (NullPointerException | InterruptedException e) { /* as a log that nobody reads */ }
  }

  static void load() throws Exception {
    CountDownLatch loaded = new CountDownLatch(3);
    Arrays.asList("a", null, "c").forEach(part -> pool.submit(() -> count(part, loaded)));
    loaded.await(); // <LATCH>
  }

  static void ask() throws Exception {
    CompletableFuture<String> answer = new CompletableFuture<>();
    pool.execute(() -> decode("", answer));
    answer.join(); // <FUTURE>
  }

  static void decode(String text, CompletableFuture<String> answer) {
    try {
      if (!read(text).isEmpty()) { answer.complete(text); }
    } catch (InterruptedException e) {
      answer.completeExceptionally(e);
    }
  }

  static void index() throws Exception {
    CountDownLatch indexed = new CountDownLatch(2);
    for (String part : new String[] {"a", null}) {
      new Thread(new Index(part, indexed), "part").start();
    }
    indexed.await(); // <FIELD>
  }

  static class Index implements Runnable {
    final String part;
    final CountDownLatch latch;
    Index(String part, CountDownLatch latch) { this.part = part; this.latch = latch; }
    public void run() { count(part, latch); }
  }
}
