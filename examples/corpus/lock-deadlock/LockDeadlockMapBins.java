/*
 * claim: two computations of a concurrent map each ask for the key that the other computes
 * expect: lock-deadlock critical at WAIT
 */
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

public class LockDeadlockMapBins {
  static final ConcurrentHashMap<Integer, String> map = new ConcurrentHashMap<>();
  static final CountDownLatch both = new CountDownLatch(2);

  public static void main(String[] args) throws Exception {
    map.put(1, "one");
    map.put(2, "two");
    start("loader-1", 1, 2);
    start("loader-2", 2, 1);
    Thread.sleep(8_000);
  }

  static void start(String name, int key, int other) {
    Thread thread = new Thread(() -> load(key, other), name);
    thread.setDaemon(true);
    thread.start();
  }

  static void load(int key, int other) {
    map.compute(
        key,
        (k, v) -> {
          both.countDown();
          try {
            both.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return map.compute(other, (k2, v2) -> v2 + v); // <WAIT>
        });
  }
}
