/*
 * claim: virtual threads take turns at a synchronized method for microseconds each, all the time, and once in a while one logs in it
 * twin of: lock-contention
 * jdk: 25..
 * full: it computes for 20 s
 * seconds: 20
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignVirtualMonitorTurns {
  private long total;

  public static void main(String[] args) throws Exception {
    BenignVirtualMonitorTurns counter = new BenignVirtualMonitorTurns();
    long end = System.nanoTime() + 20_000_000_000L;
    ExecutorService workers = virtualThreads();
    for (int i = 0; i < 50; i++) {
      workers.execute(() -> work(counter, end));
    }
    Thread.sleep(20_000); // virtual threads keep no JVM alive
  }

  static void work(BenignVirtualMonitorTurns counter, long end) {
    while (System.nanoTime() < end) {
      counter.add();
      Thread.onSpinWait();
    }
  }

  synchronized void add() {
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < 20_000) {
      total++;
    }
    if (begin % 1_000 == 0) {
      log();
    }
  }

  static void log() {
    try {
      Thread.sleep(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  // This program is compiled for Java 17 too.
  static ExecutorService virtualThreads() throws ReflectiveOperationException {
    return (ExecutorService)
        Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }
}
