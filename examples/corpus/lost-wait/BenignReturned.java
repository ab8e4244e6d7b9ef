/*
 * claim: tasks that had a latch or a future have returned, and all waits end: somebody else has it from a map, a callback, a
 *   delayed task, or a thread that is started later
 * twin of: lost-wait
 * allow: async-blocking-pair warning
 * seconds: 32
 */
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class BenignReturned {
  static final ExecutorService pool = Executors.newCachedThreadPool();
  static final Map<String, CountDownLatch> latches = new ConcurrentHashMap<>();
  static final List<CompletableFuture<String>> answers = new ArrayList<>();
  static final List<Runnable> listeners = new ArrayList<>();
  static final List<Thread> hooks = new ArrayList<>();

  public static void main(String[] args) throws Exception {
    start("map", () -> {
      CountDownLatch done = new CountDownLatch(1);
      pool.submit(() -> { latches.put("map", done); return fails(done); });
      done.await();
    });
    start("future", () -> {
      CompletableFuture<String> answer = new CompletableFuture<>();
      pool.submit(() -> { answers.add(answer); return fails(latches.get("none")) && answer.complete("failed"); });
      answer.get();
    });
    start("callback", () -> {
      CountDownLatch done = new CountDownLatch(1);
      listeners.add(() -> done.countDown());
      pool.submit(() -> fails(done));
      done.await();
    });
    start("delayed", () -> {
      CountDownLatch done = new CountDownLatch(1);
      pool.submit(() -> attempt(1, done));
      done.await();
    });
    start("hook", () -> {
      CountDownLatch done = new CountDownLatch(1);
      hooks.add(new Thread(() -> done.countDown(), "hook"));
      pool.submit(() -> fails(done));
      done.await();
    });
    Thread.sleep(25_000);
    latches.values().forEach(CountDownLatch::countDown);
    answers.forEach(answer -> answer.complete("late"));
    listeners.forEach(Runnable::run);
    hooks.forEach(Thread::start);
    Thread.sleep(2_000);
    System.exit(0);
  }

  interface Waits { void call() throws Exception; }

  static void start(String name, Waits work) {
    new Thread(() -> { try { work.call(); System.out.println(name); } catch (Exception e) { throw new IllegalStateException(e); } }, name).start();
  }

  static boolean fails(CountDownLatch done) throws InterruptedException {
    Thread.sleep(2_500);
    if (System.nanoTime() == 0) { done.countDown(); }
    return false;
  }

  static Object attempt(int n, CountDownLatch done) throws InterruptedException {
    if (n == 3) { done.countDown(); }
    CompletableFuture.delayedExecutor(n == 1 ? 0 : 15, TimeUnit.SECONDS, pool).execute(() -> { try { attempt(n + 1, done); } catch (InterruptedException e) { } });
    return fails(done);
  }
}
