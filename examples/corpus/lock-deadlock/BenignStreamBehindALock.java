/*
 * claim: the workers of a parallel stream wait for a lock that another thread holds for seconds, and the caller waits for them
 * twin of: lock-deadlock
 * allow: common-pool-blocking warning
 * allow: lock-contention warning
 */
import java.util.stream.IntStream;

public class BenignStreamBehindALock {
  static final Object ledger = new Object();
  static int sum;

  public static void main(String[] args) throws Exception {
    Thread holder =
        new Thread(
            () -> {
              synchronized (ledger) {
                pause(5_000);
              }
            });
    holder.start();
    Thread.sleep(200);
    IntStream.range(0, 40).parallel().forEach(BenignStreamBehindALock::add);
    System.out.println(sum);
    holder.join();
  }

  static void add(int i) {
    synchronized (ledger) {
      sum += i;
      pause(20);
    }
  }

  static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
