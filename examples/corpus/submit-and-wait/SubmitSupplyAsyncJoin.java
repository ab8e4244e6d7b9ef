/*
 * claim: supplyAsync(...).join() in a loop; the worker blocks too, so the pair is reported, on a busy machine perhaps the loop too
 * expect: async-blocking-pair warning at WAIT
 * allow: submit-and-wait warning
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class SubmitSupplyAsyncJoin {
  static final ExecutorService senders = Executors.newFixedThreadPool(4);

  public static void main(String[] args) {
    for (int i = 0; i < 70; i++) {
      CompletableFuture.supplyAsync(SubmitSupplyAsyncJoin::send, senders).join(); // <WAIT>
    }
    senders.shutdown();
  }

  static String send() {
    try {
      Thread.sleep(120);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return "sent";
  }
}
