import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.infinispan.Cache;
import org.infinispan.configuration.cache.CacheMode;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.configuration.global.GlobalConfigurationBuilder;
import org.infinispan.manager.DefaultCacheManager;

/** Two nodes that keep each entry twice, with eight threads that write and read some for some seconds; idle from then on: SECONDS. */
public class InfinispanLoad {
  private static final LongAdder done = new LongAdder();
  private static final LongAdder failed = new LongAdder();

  public static void main(String[] args) throws Exception {
    DefaultCacheManager one = node("one");
    DefaultCacheManager two = node("two");
    System.out.println("the nodes are up: " + one.getMembers());
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(args[0]));
    Thread[] clients = new Thread[8];
    for (int i = 0; i < clients.length; i++) {
      Cache<Integer, String> cache = (i % 2 == 0 ? one : two).getCache("load");
      int first = i * 1_000_000;
      clients[i] = new Thread(() -> work(cache, first, end), "client-" + i);
      clients[i].start();
    }
    for (Thread client : clients) {
      client.join();
    }
    System.out.println("loaded: " + done + " operations, " + failed + " failed");
    Thread.currentThread().join();
  }

  private static DefaultCacheManager node(String name) {
    GlobalConfigurationBuilder global = GlobalConfigurationBuilder.defaultClusteredBuilder();
    global.transport().nodeName(name).addProperty("configurationFile", "default-configs/default-jgroups-tcp.xml");
    DefaultCacheManager manager = new DefaultCacheManager(global.build());
    manager.defineConfiguration("load", new ConfigurationBuilder().clustering().cacheMode(CacheMode.DIST_SYNC).memory().maxCount(20_000).build());
    manager.getCache("load");
    return manager;
  }

  private static void work(Cache<Integer, String> cache, int first, long end) {
    for (int n = first; System.nanoTime() < end; n++) {
      int key = first + n % 2_000;
      cache.put(key, "value " + n);
      (cache.get(key).equals("value " + n) ? done : failed).add(2);
    }
  }
}
