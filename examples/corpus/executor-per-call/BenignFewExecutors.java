/*
 * claim: six pools, one for each start-up step, each shut down after it
 * twin of: executor-per-call
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignFewExecutors {
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 6; i++) {
      ExecutorService step = Executors.newFixedThreadPool(2);
      step.execute(() -> {});
      step.shutdown();
      Thread.sleep(300);
    }
    Thread.sleep(5_000);
  }
}
