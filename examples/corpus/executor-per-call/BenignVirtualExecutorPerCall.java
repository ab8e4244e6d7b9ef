/*
 * claim: an executor of virtual threads in a try block for each call: the shape that the JDK advises
 * twin of: executor-per-call
 * jdk: 21..
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignVirtualExecutorPerCall {
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 40; i++) {
      ExecutorService scope = virtualThreads();
      try (AutoCloseable closing = (AutoCloseable) scope) {
        scope.submit(() -> "user");
        scope.submit(() -> "cart");
      }
      Thread.sleep(200);
    }
  }

  /** By reflection, so that a compiler of Java 17 will do. */
  static ExecutorService virtualThreads() throws Exception {
    return (ExecutorService)
        Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }
}
