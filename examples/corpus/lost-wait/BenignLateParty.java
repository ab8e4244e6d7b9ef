/*
 * claim: two of three parties wait at a barrier until a scheduled task is the third after 22 s, and two at the next until a thread that starts then is
 * twin of: lost-wait
 * allow: pool-starvation warning
 * allow: late-timer info
 * seconds: 40
 */
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class BenignLateParty {
  public static void main(String[] args) throws Exception {
    ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
    CyclicBarrier first = new CyclicBarrier(3);
    CyclicBarrier second = new CyclicBarrier(3);
    for (int i = 0; i < 2; i++) {
      new Thread(() -> meet(first), "first-" + i).start();
      new Thread(() -> meet(second), "second-" + i).start();
    }
    timer.schedule(() -> meet(first), 22, TimeUnit.SECONDS);
    Thread.sleep(25_000);
    new Thread(() -> meet(second), "late").start();
    Thread.sleep(10_000);
    System.exit(0);
  }

  static void meet(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }
}
