import java.util.concurrent.locks.LockSupport;

/**
 * The same work again and again until standard input ends. `service`: 20 threads that each do 50 tasks a second, of
 * 50 kB and a little arithmetic, with a lock that every hundredth task holds for 25 ms. `waits`: 1,000 threads that
 * do nothing but wait 30 ms at a time, which is 33,000 events a second above the flight recorder's threshold.
 */
public class Load {
  private static final Object LOCK = new Object();
  private static volatile long sink;

  public static void main(String[] args) throws Exception {
    boolean service = args[0].equals("service");
    for (int i = 0; i < (service ? 20 : 1_000); i++) {
      Thread thread = new Thread(service ? Load::serve : Load::waits, "worker-" + i);
      thread.setDaemon(true);
      thread.start();
    }
    while (System.in.read() >= 0) {}
  }

  private static void serve() {
    long next = System.nanoTime();
    for (int task = 0; ; task++) {
      byte[] bytes = new byte[50_000];
      long sum = task;
      for (int i = 0; i < 20_000; i++) {
        sum = sum * 31 + bytes[i];
      }
      sink = sum;
      if (task % 100 == 0) {
        synchronized (LOCK) {
          LockSupport.parkNanos(25_000_000);
        }
      }
      next += 20_000_000;
      while (next - System.nanoTime() > 0) {
        LockSupport.parkNanos(next - System.nanoTime());
      }
    }
  }

  private static void waits() {
    while (true) {
      LockSupport.parkNanos(30_000_000);
    }
  }
}
