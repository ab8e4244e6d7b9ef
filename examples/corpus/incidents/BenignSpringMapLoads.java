/*
 * claim: the same two threads with the version before, which computes outside its locks
 * twin of: lock-deadlock
 * libraries: org.springframework:spring-core:6.2.12
 * seconds: 10
 */
import java.util.concurrent.CountDownLatch;
import org.springframework.util.ConcurrentReferenceHashMap;

public class BenignSpringMapLoads {
  static final ConcurrentReferenceHashMap<String, String> map = new ConcurrentReferenceHashMap<>();
  static final CountDownLatch both = new CountDownLatch(2);

  public static void main(String[] args) throws InterruptedException {
    Thread one = new Thread(() -> map.computeIfAbsent("a", key -> load("b")), "context-1");
    Thread two = new Thread(() -> map.computeIfAbsent("b", key -> load("a")), "context-2");
    one.start();
    two.start();
    Thread.sleep(8_000);
    System.exit(0);
  }

  static String load(String other) {
    both.countDown();
    try {
      both.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return map.computeIfAbsent(other, key -> "the other");
  }
}
