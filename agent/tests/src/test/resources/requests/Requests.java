import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Threads that wait for a task each, in a context that is set before. */
final class Requests {
  private Requests() {}

  static void wait(String name, Runnable context) {
    ExecutorService worker = Executors.newSingleThreadExecutor();
    Thread request =
        new Thread(
            () -> {
              context.run();
              try {
                worker.submit(Requests::sleep).get();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            },
            name);
    request.setDaemon(true);
    request.start();
  }

  static void sleep() {
    try {
      Thread.sleep(600_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Until its standard input is closed. */
  static void serve() throws Exception {
    System.out.println("waiting");
    while (System.in.read() >= 0) {}
    System.exit(0);
  }
}
