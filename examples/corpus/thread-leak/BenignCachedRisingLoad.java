/*
 * claim: a cached pool under a load that rises: its threads are many more each second, and each runs task after task
 * twin of: thread-leak
 * flags: -Dsnarl.rules.thread-leak.minSeconds=15 -Xss256k
 * seconds: 26
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignCachedRisingLoad {
  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newCachedThreadPool();
    int load = 0;
    for (int tick = 0; tick < 240; tick++) {
      load = Math.min(70, load + (tick % 3 == 0 ? 1 : 0));
      for (int i = 0; i < load; i++) {
        pool.execute(BenignCachedRisingLoad::work);
      }
      Thread.sleep(100);
    }
    pool.shutdownNow();
  }

  static void work() {
    try {
      Thread.sleep(900);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
