/*
 * claim: a thread composed a stage and went on to other work; what the stage waits for comes from outside
 * twin of: pool-deadlock
 * allow: pool-starvation warning
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignComposedEarlier {
  static final ExecutorService pool = Executors.newFixedThreadPool(2);
  static final CompletableFuture<String> request = new CompletableFuture<>();
  static final CompletableFuture<String> answer = new CompletableFuture<>();
  static final CompletableFuture<String> composed = request.thenCompose(id -> answer);

  public static void main(String[] args) throws Exception {
    CountDownLatch sent = new CountDownLatch(1);
    pool.submit(() -> send(sent));
    pool.submit(
        () -> {
          sent.await();
          return composed.join();
        });
    Thread.sleep(3_000);
    answer.complete("from the network");
    pool.shutdown();
  }

  static String send(CountDownLatch sent) throws Exception {
    request.complete("7");
    sent.countDown();
    return pool.submit(() -> "audited").get();
  }
}
