/*
 * claim: eight threads take two monitors at full speed, always in the same order
 * twin of: lock-deadlock
 * allow: lock-contention warning
 */
public class BenignHotMonitors {
  static final Object first = new Object();
  static final Object second = new Object();
  static long count;

  public static void main(String[] args) throws Exception {
    long end = System.nanoTime() + 8_000_000_000L;
    for (int i = 0; i < 8; i++) {
      new Thread(() -> run(end), "worker-" + i).start();
    }
  }

  static void run(long end) {
    for (int i = 0; System.nanoTime() < end; i++) {
      synchronized (first) {
        synchronized (second) {
          count++;
        }
      }
      if (i % 500 == 0) {
        pause();
      }
    }
  }

  static void pause() {
    try {
      Thread.sleep(5);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
