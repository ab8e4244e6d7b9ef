/*
 * claim: between submit and get the thread does half of the work itself
 * twin of: submit-and-wait
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class BenignOwnWorkBetween {
  static final ExecutorService workers = Executors.newFixedThreadPool(1);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 50; i++) {
      Future<?> half = workers.submit(BenignOwnWorkBetween::compute);
      Thread.sleep(40);
      half.get();
      Thread.sleep(150);
    }
    workers.shutdown();
  }

  static Object compute() {
    long end = System.nanoTime() + 80_000_000L;
    long hash = 1;
    while (System.nanoTime() < end) {
      hash = hash * 31 + end;
    }
    return hash;
  }
}
