/*
 * claim: three waits, each the first of its kind, for what a task that threw would have done on a later line: count a latch down, arrive
 *   at a barrier, complete a future
 * expect: lost-wait warning at LATCH
 * expect: lost-wait warning at BARRIER
 * expect: lost-wait warning at FUTURE
 * seconds: 26
 */
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LostWaitSkipped {
  static final ExecutorService pool = Executors.newFixedThreadPool(4);
  final CyclicBarrier barrier = new CyclicBarrier(3);

  public static void main(String[] args) throws Exception {
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {}); // as a log that nobody reads
    start("load", LostWaitSkipped::load);
    start("ask", LostWaitSkipped::ask);
    LostWaitSkipped phases = new LostWaitSkipped();
    for (int i = 0; i < 3; i++) {
      int part = i;
      start("phase-" + part, () -> phases.phase(part));
    }
    Thread.sleep(23_000);
    System.exit(0);
  }

  static void start(String name, Callable<?> work) {
    new Thread(() -> { try { work.call(); } catch (RuntimeException e) { throw e; } catch (Exception e) { /* ends */ } }, name).start();
  }

  static void read(int part) throws InterruptedException {
    Thread.sleep(100 + 10 * part);
    if (part == 1) {
      throw new IllegalArgumentException("malformed");
    }
  }

  static Object load() throws Exception {
    CountDownLatch begin = new CountDownLatch(1);
    CountDownLatch loaded = new CountDownLatch(3);
    for (int i = 0; i < 3; i++) {
      int part = i;
      pool.submit(
          () -> {
            begin.await();
            read(part);
            loaded.countDown();
            return null;
          });
    }
    begin.countDown();
    loaded.await(); // <LATCH>
    return null;
  }

  Object phase(int part) throws Exception {
    read(part);
    return barrier.await(); // <BARRIER>
  }

  static Object ask() {
    CompletableFuture<String> answer = new CompletableFuture<>();
    CompletableFuture.runAsync(() -> answer.complete(decode(null)), pool);
    return answer.join(); // <FUTURE>
  }

  static String decode(String text) {
    return text.trim();
  }
}
