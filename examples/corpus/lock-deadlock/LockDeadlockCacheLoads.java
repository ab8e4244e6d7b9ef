/*
 * claim: two threads load a value of a Guava cache each, and each needs the other's value for that
 * expect: lock-deadlock warning at PRICE or TAX
 * libraries: com.google.guava:guava:33.4.8-jre
 * seconds: 24
 */
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LockDeadlockCacheLoads {
  static final ExecutorService requests = Executors.newFixedThreadPool(2);
  static final CyclicBarrier both = new CyclicBarrier(2);
  static final LoadingCache<String, Integer> values =
      CacheBuilder.newBuilder().build(CacheLoader.from(LockDeadlockCacheLoads::load));

  public static void main(String[] args) throws Exception {
    requests.execute(() -> values.getUnchecked("price"));
    requests.execute(() -> values.getUnchecked("tax"));
    Thread.sleep(22_000);
    System.exit(0);
  }

  static int load(String key) {
    try {
      both.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return key.equals("price") ? price() : tax();
  }

  static int price() {
    return 10 + values.getUnchecked("tax"); // <PRICE>
  }

  static int tax() {
    return values.getUnchecked("price") / 5; // <TAX>
  }
}
