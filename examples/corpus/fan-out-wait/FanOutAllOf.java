/*
 * claim: one thread waits in allOf for several blocked workers: a good ratio, so a note only
 * twin of: async-blocking-pair
 * expect: fan-out-wait info at WAIT
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

public class FanOutAllOf {
  static final ExecutorService workers = Executors.newFixedThreadPool(10);

  public static void main(String[] args) throws Exception {
    for (int batch = 0; batch < 13; batch++) {
      CompletableFuture<?>[] sends =
          IntStream.range(0, 10)
              .mapToObj(i -> CompletableFuture.runAsync(() -> send(500 + 50 * i), workers))
              .toArray(CompletableFuture<?>[]::new);
      CompletableFuture.allOf(sends).get(); // <WAIT>
    }
    workers.shutdown();
  }

  static void send(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
