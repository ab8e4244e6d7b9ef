/*
 * claim: two threads compute entries of Spring's ConcurrentReferenceHashMap, each of which asks the map for the other's segment (spring-projects/spring-framework#35944)
 * expect: lock-deadlock critical at INNER
 * libraries: org.springframework:spring-core:6.2.13
 * seconds: 12
 */
import java.util.concurrent.CountDownLatch;
import org.springframework.util.ConcurrentReferenceHashMap;

public class SpringMapLoads {
  static final ConcurrentReferenceHashMap<String, String> map = new ConcurrentReferenceHashMap<>();
  static final CountDownLatch both = new CountDownLatch(2);

  public static void main(String[] args) throws InterruptedException {
    Thread one = new Thread(() -> map.computeIfAbsent("a", key -> load("b")), "context-1");
    Thread two = new Thread(() -> map.computeIfAbsent("b", key -> load("a")), "context-2");
    one.setDaemon(true);
    two.setDaemon(true);
    one.start();
    two.start();
    Thread.sleep(10_000);
    System.exit(0);
  }

  static String load(String other) {
    both.countDown();
    try {
      both.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return map.computeIfAbsent(other, key -> "the other"); // <INNER>
  }
}
