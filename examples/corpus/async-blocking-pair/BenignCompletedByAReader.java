/*
 * claim: request and response over one connection: a reader thread completes the futures, it does
 *   not run their task
 * twin of: async-blocking-pair
 */
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

public class BenignCompletedByAReader {
  static final ExecutorService requests = Executors.newFixedThreadPool(2);
  static final BlockingQueue<CompletableFuture<String>> wire = new LinkedBlockingQueue<>();

  public static void main(String[] args) throws Exception {
    Thread reader = new Thread(BenignCompletedByAReader::read, "reader");
    reader.setDaemon(true);
    reader.start();
    for (int i = 0; i < 17; i++) {
      requests.submit(BenignCompletedByAReader::handle);
      Thread.sleep(800);
    }
    requests.shutdown();
  }

  static Object handle() throws Exception {
    CompletableFuture<String> response = new CompletableFuture<>();
    wire.add(response);
    return response.get();
  }

  static void read() {
    try {
      while (true) {
        CompletableFuture<String> response = wire.take();
        Thread.sleep(700);
        response.complete("row");
      }
    } catch (InterruptedException e) {
      System.out.println("reader stopped");
    }
  }
}
