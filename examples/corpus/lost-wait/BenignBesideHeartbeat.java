/*
 * claim: all threads wait, for what a heartbeat, a timer or a later consumer does in the end
 * twin of: lost-wait
 * seconds: 40
 */
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

public class BenignBesideHeartbeat {
  static final AtomicLong beats = new AtomicLong();
  static final Semaphore permits = new Semaphore(0);
  static final BlockingQueue<Long> full = new ArrayBlockingQueue<>(2);

  public static void main(String[] args) throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CompletableFuture<Long> reply = new CompletableFuture<>();
    ScheduledExecutorService clock = Executors.newScheduledThreadPool(1);
    clock.scheduleAtFixedRate(() -> beat(reply), 1, 1, TimeUnit.SECONDS);
    new Timer("timer").schedule(
        new TimerTask() {
          @Override
          public void run() {
            if (beats.get() > 30) {
              begun.countDown();
            }
          }
        }, 1_000, 1_000);
    start("begins", () -> { begun.await(); System.out.println("begun"); return null; });
    start("asks", () -> { System.out.println(reply.get()); return null; });
    for (int i = 0; i < 3; i++) {
      start("calls-" + i, BenignBesideHeartbeat::call);
    }
    start("puts", () -> { while (true) { full.put(beats.get()); beats.get(); } });
    start("consumes", () -> { Thread.sleep(35_000); full.clear(); System.exit(0); return null; });
  }

  static void beat(CompletableFuture<Long> reply) {
    if (beats.incrementAndGet() > 30) {
      reply.complete(1L);
      permits.release();
    }
  }

  static void start(String name, Callable<?> work) {
    new Thread(() -> { try { work.call(); } catch (Exception e) { throw new IllegalStateException(e); } }, name).start();
  }

  static Object call() throws Exception {
    while (true) {
      permits.acquire();
      Thread.sleep(20);
      permits.release();
    }
  }
}
