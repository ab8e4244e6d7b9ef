/*
 * claim: entry processors of Hazelcast join a future that their own partition threads have to complete
 * libraries: com.hazelcast:hazelcast:5.3.0
 * jdk: 17..22
 * flags: -Dhazelcast.phone.home.enabled=false -Dhazelcast.partition.operation.thread.count=2 -Dhazelcast.logging.type=none --add-modules java.se -Djava.util.concurrent.ForkJoinPool.common.parallelism=2
 *    --add-opens java.base/java.lang=ALL-UNNAMED --add-opens java.base/sun.nio.ch=ALL-UNNAMED --add-opens java.management/sun.management=ALL-UNNAMED
 *    --add-opens jdk.management/com.sun.management.internal=ALL-UNNAMED --add-exports java.base/jdk.internal.ref=ALL-UNNAMED
 * expect: blocking-in-coroutine critical at BLOCK
 * seconds: 24
 */
import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.map.IMap;
import java.util.Map;

public class BlockedHazelcast {
  static class Total implements EntryProcessor<Integer, Integer, Object>, HazelcastInstanceAware {
    private transient HazelcastInstance member;

    @Override
    public void setHazelcastInstance(HazelcastInstance member) {
      this.member = member;
    }

    @Override
    public Object process(Map.Entry<Integer, Integer> entry) {
      IMap<Integer, Integer> prices = member.getMap("prices");
      return prices.getAsync(entry.getKey() + 1).toCompletableFuture().join(); // <BLOCK>
    }
  }

  public static void main(String[] args) throws Exception {
    HazelcastInstance member = member();
    IMap<Integer, Integer> orders = member.getMap("orders");
    for (int i = 0; i < 20; i++) {
      orders.set(i, i);
    }
    for (int i = 0; i < 20; i++) {
      orders.submitToKey(i, new Total());
    }
    Thread.sleep(14_000);
    Runtime.getRuntime().halt(0);
  }

  static HazelcastInstance member() {
    Config config = new Config();
    config.getNetworkConfig().getJoin().getAutoDetectionConfig().setEnabled(false);
    config.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
    config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
    return Hazelcast.newHazelcastInstance(config);
  }
}
