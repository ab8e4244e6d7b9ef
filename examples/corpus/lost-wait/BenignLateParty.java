/*
 * claim: two of three parties wait at a barrier until a scheduled task is the third after 5 s, and two at the next until a thread that was made before is started after 30 s
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
    timer.schedule(() -> meet(first), 5, TimeUnit.SECONDS);
    Thread late = new Thread(() -> meet(second), "late");
    Thread.sleep(30_000);
    late.start();
    Thread.sleep(5_000);
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
