/*
 * claim: a consumer, one long task of a pool, sends record by record and waits for each
 * expect: submit-and-wait warning at WAIT
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class SubmitInConsumerLoop {
  static final ExecutorService consumers = Executors.newFixedThreadPool(2);
  static final ExecutorService producer = Executors.newSingleThreadExecutor();

  public static void main(String[] args) throws Exception {
    consumers.submit(SubmitInConsumerLoop::consume);
    consumers.shutdown();
    while (!consumers.isTerminated()) {
      Thread.sleep(200);
    }
    producer.shutdown();
  }

  static Object consume() throws Exception {
    for (int i = 0; i < 60; i++) {
      Thread.sleep(100);
      send(i).get(); // <WAIT>
    }
    return null;
  }

  static CompletableFuture<Long> send(long record) {
    return CompletableFuture.supplyAsync(() -> compress(record), producer);
  }

  static long compress(long record) {
    long end = System.nanoTime() + 60_000_000L;
    long hash = record;
    while (System.nanoTime() < end) {
      hash = hash * 31 + end;
    }
    return hash;
  }
}
