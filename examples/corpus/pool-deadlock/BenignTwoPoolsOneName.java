/*
 * claim: two pools with the same thread names: by name it looks as if a pool waited for itself
 * twin of: pool-deadlock
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;

public class BenignTwoPoolsOneName {
  static final ThreadFactory generic = task -> new Thread(task, "generic-1");
  static final ExecutorService front = Executors.newFixedThreadPool(1, generic);
  static final ExecutorService back = Executors.newFixedThreadPool(1, generic);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 4; i++) {
      back.submit(BenignTwoPoolsOneName::job);
    }
    Future<?> last = back.submit(() -> "last");
    front.submit(() -> last.get());
    front.submit(() -> "queued");
    Thread.sleep(8_000);
    front.shutdown();
    back.shutdown();
  }

  static Object job() throws InterruptedException {
    Thread.sleep(1_500);
    return "done";
  }
}
