/*
 * claim: a synchronized method runs a parallel stream, whose workers call a synchronized method of the same object
 * expect: lock-deadlock critical at STREAM or INSIDE
 * allow: common-pool-blocking warning
 */
import java.util.stream.IntStream;

public class LockDeadlockStreamUnderLock {
  private int sum;

  synchronized void all() {
    IntStream.range(0, 40).parallel().forEach(this::add); // <STREAM>
  }

  synchronized void add(int i) {
    sum += i; // <INSIDE>
    pause(20);
  }

  public static void main(String[] args) throws Exception {
    LockDeadlockStreamUnderLock adder = new LockDeadlockStreamUnderLock();
    Thread caller = new Thread(adder::all, "caller");
    caller.setDaemon(true);
    caller.start();
    Thread.sleep(9_000);
  }

  static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
