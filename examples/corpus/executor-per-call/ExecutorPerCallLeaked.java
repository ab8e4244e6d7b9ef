/*
 * claim: each call builds a pool, uses it once and forgets it: its thread stays
 * expect: executor-per-call warning at BUILD
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class ExecutorPerCallLeaked {
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 25; i++) {
      handle();
      Thread.sleep(200);
    }
    Thread.sleep(4_000);
    System.exit(0);
  }

  static void handle() {
    ExecutorService pool = Executors.newFixedThreadPool(1); // <BUILD>
    pool.execute(() -> {});
  }
}
