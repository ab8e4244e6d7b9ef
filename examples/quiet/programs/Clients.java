import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Eight threads that do the same again and again for some seconds, and the line in which scripts/quiet reads how often. */
final class Clients {

  /** What a client does. */
  interface Work {

    /** Does it for the {@code n}th time, from 0, and says of how many operations that was. */
    int once(int client, int n) throws Exception;
  }

  private Clients() {}

  static void load(String seconds, String operations, Work work) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(seconds));
    LongAdder done = new LongAdder();
    LongAdder failed = new LongAdder();
    Thread[] threads = new Thread[8];
    for (int i = 0; i < threads.length; i++) {
      int client = i;
      threads[i] = new Thread(() -> work(work, client, end, done, failed), "client-" + i);
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println("loaded: " + done + " " + operations + ", " + failed + " failed");
  }

  private static void work(Work work, int client, long end, LongAdder done, LongAdder failed) {
    try {
      for (int n = 0; System.nanoTime() < end; n++) {
        done.add(work.once(client, n));
      }
    } catch (Exception e) {
      failed.increment();
      e.printStackTrace();
    }
  }
}
