/*
 * claim: entry processors of Hazelcast read rows from a slow file, and only the application's threads join futures
 * twin of: blocking-in-coroutine
 * allow: fan-out-wait info
 * libraries: com.hazelcast:hazelcast:5.7.0
 * jdk: 17..22
 * flags: -Dhazelcast.phone.home.enabled=false -Dhazelcast.partition.operation.thread.count=2 -Dhazelcast.logging.type=none --add-modules java.se -Djava.util.concurrent.ForkJoinPool.common.parallelism=2
 *    --add-opens java.base/java.lang=ALL-UNNAMED --add-opens java.base/sun.nio.ch=ALL-UNNAMED --add-opens java.management/sun.management=ALL-UNNAMED
 *    --add-opens jdk.management/com.sun.management.internal=ALL-UNNAMED --add-exports java.base/jdk.internal.ref=ALL-UNNAMED
 * seconds: 26
 */
import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.map.IMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

public class BenignHazelcast {
  static class Total implements EntryProcessor<Integer, Integer, Object> {
    @Override
    public Object process(Map.Entry<Integer, Integer> entry) {
      try {
        Thread.sleep(20);
        return entry.getValue();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  public static void main(String[] args) throws Exception {
    IMap<Integer, Integer> orders = member().getMap("orders");
    for (int i = 0; i < 20; i++) {
      orders.set(i, i);
    }
    long end = System.nanoTime() + 16_000_000_000L;
    while (System.nanoTime() < end) {
      List<CompletionStage<Object>> totals = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        totals.add(orders.submitToKey(i, new Total()));
      }
      for (CompletionStage<Object> total : totals) {
        total.toCompletableFuture().join();
      }
    }
    System.exit(0);
  }

  static HazelcastInstance member() {
    Config config = new Config();
    config.getNetworkConfig().getJoin().getAutoDetectionConfig().setEnabled(false);
    config.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
    config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
    return Hazelcast.newHazelcastInstance(config);
  }
}
