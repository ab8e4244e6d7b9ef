/*
 * claim: nobody is left who ends waits, beside a heartbeat: a latch that counts a task which is never made, a reply that is
 *   dropped, two queues that two threads fill for each other
 * expect: lost-wait warning at COUNTS
 * expect: lost-wait warning at REPLY
 * expect: lost-wait warning at FULL
 * seconds: 34
 */
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

public class LostWaitBesideHeartbeat {
  static final AtomicLong beats = new AtomicLong();
  static final SynchronousQueue<CompletableFuture<Integer>> wire = new SynchronousQueue<>();

  public static void main(String[] args) throws Exception {
    Executors.newScheduledThreadPool(1).scheduleAtFixedRate(beats::incrementAndGet, 1, 1, TimeUnit.SECONDS);
    CountDownLatch parts = new CountDownLatch(2);
    start("counts", () -> { parts.await(); System.out.println("all"); return null; }); // <COUNTS>
    start("part", () -> { parts.countDown(); return null; });
    start("answers", () -> { while (true) { answer(wire.take()); } });
    start("asks", LostWaitBesideHeartbeat::ask);
    BlockingQueue<Integer> left = new ArrayBlockingQueue<>(2);
    BlockingQueue<Integer> right = new ArrayBlockingQueue<>(2);
    start("left", () -> exchange(left, right));
    start("right", () -> exchange(right, left));
    Thread.sleep(31_000);
    System.exit(0);
  }

  static void start(String name, Callable<?> work) {
    new Thread(() -> { try { work.call(); } catch (Exception e) { throw new IllegalStateException(e); } }, name).start();
  }

  static void answer(CompletableFuture<Integer> reply) {
    if (beats.get() < 2) {
      reply.complete(1);
    }
  }

  static Object ask() throws Exception {
    for (int sum = 0; ; Thread.sleep(100)) {
      CompletableFuture<Integer> reply = new CompletableFuture<>();
      wire.put(reply);
      sum += reply.get(); // <REPLY>
    }
  }

  static Object exchange(BlockingQueue<Integer> from, BlockingQueue<Integer> to) throws InterruptedException {
    while (true) {
      for (int i = 0; i < 3; i++) {
        to.put(i); // <FULL>
      }
      beats.addAndGet(from.take());
    }
  }
}
