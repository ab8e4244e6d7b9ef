package shop;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The application: it asks elsewhere for an order, on another thread or on its own. */
public final class Orders implements AutoCloseable {
  private static final long MILLIS = 400;

  private final ExecutorService pool =
      Executors.newFixedThreadPool(
          4,
          task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
          });

  /** Holds two threads. */
  public String byPool() throws Exception {
    return pool.submit(this::direct).get();
  }

  /** Holds one. */
  public String direct() throws InterruptedException {
    Thread.sleep(MILLIS);
    return "order";
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
