/*
 * claim: all of several futures are waited for, or any: the pool was stopped with tasks in its queue, replies are completed by nobody
 * expect: lost-wait warning at ALL
 * expect: lost-wait warning at ANY
 * seconds: 25
 */
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LostWaitCombined {
  static final ExecutorService pool = Executors.newFixedThreadPool(2);

  public static void main(String[] args) throws Exception {
    Thread end = new Thread(LostWaitCombined::end, "end");
    end.setDaemon(true);
    end.start();
    new Thread(LostWaitCombined::ask, "asks").start();
    List<CompletableFuture<Integer>> results = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      int order = i;
      results.add(CompletableFuture.supplyAsync(() -> handle(order), pool));
    }
    Thread.sleep(100);
    pool.shutdownNow();
    CompletableFuture.allOf(results.toArray(CompletableFuture[]::new))
        .handle((done, failure) -> failure == null)
        .join(); // <ALL>
    System.out.println("handled");
  }

  static int handle(int order) {
    sleep(500);
    return order;
  }

  static void ask() {
    CompletableFuture<String> first = new CompletableFuture<>();
    CompletableFuture<String> second = new CompletableFuture<>();
    Object reply = CompletableFuture.anyOf(first, second).join(); // <ANY>
    System.out.println(reply);
  }

  static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void end() {
    sleep(23_000);
    System.exit(0);
  }
}
