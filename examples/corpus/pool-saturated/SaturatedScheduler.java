/*
 * claim: Orders count down a latch through tasks queued in their own scheduled pool and give up after two seconds; a latch
 *   names no task, so there is no proof of a deadlock, only a pool whose work waits for many seconds.
 * expect: pool-saturated warning at POOL or SUBMIT
 * allow: pool-starvation warning
 * allow: unbounded-queue info
 * allow: jit-warm-up info
 */
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class SaturatedScheduler {
  private static final ScheduledThreadPoolExecutor POOL = new ScheduledThreadPoolExecutor(2); // <POOL>
  private static final AtomicInteger LATE = new AtomicInteger();

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 8; i++) {
      arrive();
    }
    for (int i = 0; i < 44; i++) {
      Thread.sleep(500);
      arrive();
    }
    System.out.println(LATE + " orders were late");
    System.exit(0);
  }

  private static void arrive() {
    POOL.schedule(SaturatedScheduler::place, 20, TimeUnit.MILLISECONDS); // <SUBMIT>
  }

  private static void place() {
    try {
      Thread.sleep(200); // parses the order
      CountDownLatch parts = new CountDownLatch(2);
      POOL.execute(parts::countDown);
      POOL.execute(parts::countDown);
      if (!parts.await(2, TimeUnit.SECONDS)) {
        LATE.incrementAndGet();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
