/*
 * claim: values of a Guava cache are loaded one for the other, and one of them takes long; threads wait for it
 * twin of: lock-deadlock
 * libraries: com.google.guava:guava:33.4.8-jre
 * seconds: 28
 */
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignCacheLoads {
  static final ExecutorService requests = Executors.newFixedThreadPool(4);
  static final LoadingCache<String, Integer> values =
      CacheBuilder.newBuilder().build(CacheLoader.from(BenignCacheLoads::load));

  public static void main(String[] args) throws Exception {
    for (String key : List.of("price", "total", "total", "tax")) {
      requests.execute(() -> values.getUnchecked(key));
      Thread.sleep(300);
    }
    Thread.sleep(26_000);
    System.exit(0);
  }

  static int load(String key) {
    return switch (key) {
      case "price" -> slow();
      case "tax" -> values.getUnchecked("price") / 5;
      default -> values.getUnchecked("price") + values.getUnchecked("tax");
    };
  }

  static int slow() {
    try {
      Thread.sleep(24_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 10;
  }
}
