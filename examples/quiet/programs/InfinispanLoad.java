import java.util.List;
import org.infinispan.Cache;
import org.infinispan.configuration.cache.CacheMode;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.configuration.global.GlobalConfigurationBuilder;
import org.infinispan.manager.DefaultCacheManager;

/** Two nodes that keep each entry twice, with eight threads that write and read some for some seconds; idle from then on: SECONDS. */
public class InfinispanLoad {
  public static void main(String[] args) throws Exception {
    DefaultCacheManager one = node("one");
    DefaultCacheManager two = node("two");
    System.out.println("the nodes are up: " + one.getMembers());
    List<DefaultCacheManager> nodes = List.of(one, two);
    Clients.load(args[0], "operations", (client, n) -> putAndGet(nodes.get(client % 2).getCache("load"), client * 1_000_000 + n % 2_000, "value " + n));
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

  private static int putAndGet(Cache<Integer, String> cache, int key, String value) {
    cache.put(key, value);
    if (!cache.get(key).equals(value)) {
      throw new IllegalStateException("another value");
    }
    return 2;
  }
}
