/*
 * claim: of three parties of a barrier one threw before it arrived, and another waits with a time-out, which breaks the barrier for the third
 * twin of: lost-wait
 * seconds: 24
 */
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class BenignBarrierBreaks {
  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(3);
    CyclicBarrier barrier = new CyclicBarrier(3);
    pool.submit(
        () -> {
          prepare(true);
          return barrier.await();
        });
    pool.submit(
        () -> {
          prepare(false);
          return barrier.await(20, TimeUnit.SECONDS);
        });
    var third =
        pool.submit(
            () -> {
              try {
                return barrier.await();
              } catch (BrokenBarrierException e) {
                return -1;
              }
            });
    third.get();
    System.exit(0);
  }

  static void prepare(boolean bad) throws InterruptedException {
    Thread.sleep(50);
    if (bad) {
      throw new IllegalArgumentException("malformed");
    }
  }
}
