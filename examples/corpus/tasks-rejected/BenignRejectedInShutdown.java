/*
 * claim: late tasks are turned away by a pool that is shutting down
 * twin of: tasks-rejected
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

public class BenignRejectedInShutdown {
  static final ExecutorService pool = Executors.newFixedThreadPool(2);

  public static void main(String[] args) throws Exception {
    pool.submit(BenignRejectedInShutdown::send);
    Thread.sleep(1_000);
    pool.shutdown();
    int rejected = 0;
    for (int i = 0; i < 10; i++) {
      try {
        pool.submit(BenignRejectedInShutdown::send);
      } catch (RejectedExecutionException e) {
        rejected++;
      }
    }
    System.out.println(rejected + " rejected");
    Thread.sleep(6_000);
  }

  static Object send() throws InterruptedException {
    Thread.sleep(3_000);
    return "sent";
  }
}
