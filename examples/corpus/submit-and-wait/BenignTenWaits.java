/*
 * claim: ten waits in ten seconds are no habit
 * twin of: submit-and-wait
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignTenWaits {
  static final ExecutorService workers = Executors.newFixedThreadPool(1);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 14; i++) {
      workers.submit(BenignTenWaits::compute).get();
      Thread.sleep(800);
    }
    workers.shutdown();
  }

  static Object compute() {
    long end = System.nanoTime() + 200_000_000L;
    long hash = 1;
    while (System.nanoTime() < end) {
      hash = hash * 31 + end;
    }
    return hash;
  }
}
