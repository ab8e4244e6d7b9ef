package shop;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The application: a service that its tests build anew each time. */
public final class Service implements AutoCloseable {
  private final ExecutorService pool = Executors.newSingleThreadExecutor();

  /** Some work on its thread. */
  public int work() throws Exception {
    return pool.submit(() -> 1).get();
  }

  @Override
  public void close() {
    pool.shutdown();
  }
}
