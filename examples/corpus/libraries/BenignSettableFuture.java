/*
 * claim: a Guava future that somebody completes from outside; its waiters are pairs of nobody
 * twin of: async-blocking-pair
 * libraries: com.google.guava:guava:33.5.0-jre
 */
import com.google.common.util.concurrent.SettableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignSettableFuture {
  static final ExecutorService requests = Executors.newFixedThreadPool(1);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 20; i++) {
      SettableFuture<String> answer = SettableFuture.create();
      requests.submit(() -> answer.get());
      Thread.sleep(400);
      answer.set("done");
    }
    requests.shutdown();
  }
}
