/*
 * claim: Workers of one pool join the end of a chain (handle, thenCombine) over a future class of the application's own,
 *   while a worker of another pool, blocked too, runs the task at its root.
 * expect: async-blocking-pair warning at JOIN
 * allow: jit-warm-up info
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

public class PairCompleteAsync {
  private static final ExecutorService WEB = Executors.newFixedThreadPool(2);
  private static final ExecutorService REMOTE = Executors.newFixedThreadPool(4);
  private static final Semaphore REPLIES = new Semaphore(0);

  /** A future whose stages run on the remote pool unless told otherwise. */
  private static final class Reply<T> extends CompletableFuture<T> {
    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
      return new Reply<>();
    }

    @Override
    public Executor defaultExecutor() {
      return REMOTE;
    }
  }

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 20; i++) {
      int request = i;
      WEB.execute(() -> System.out.println(answer(request)));
      Thread.sleep(1_000);
    }
    WEB.shutdown();
    WEB.awaitTermination(10, TimeUnit.SECONDS);
    REMOTE.shutdown();
  }

  private static String answer(int request) {
    CompletableFuture<String> price = new Reply<String>().completeAsync(() -> fetch(request));
    CompletableFuture<String> safe = price.handle((value, failure) -> failure == null ? value : "unknown");
    CompletableFuture<String> shown = safe.thenCombine(CompletableFuture.completedFuture(" EUR"), String::concat);
    return shown.join(); // <JOIN>
  }

  private static String fetch(int request) {
    try {
      return REPLIES.tryAcquire(1_500, TimeUnit.MILLISECONDS) ? "reply" : "price of " + request;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
