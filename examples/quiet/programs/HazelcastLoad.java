import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** A client whose eight threads write and read a map and a queue: HOST:PORT SECONDS. */
public class HazelcastLoad {
  private static final LongAdder done = new LongAdder();
  private static final LongAdder failed = new LongAdder();

  public static void main(String[] args) throws Exception {
    ClientConfig config = new ClientConfig();
    config.getNetworkConfig().addAddress(args[0]);
    HazelcastInstance client = HazelcastClient.newHazelcastClient(config);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(args[1]));
    Thread[] threads = new Thread[8];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new Thread(() -> work(client, end));
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    client.shutdown();
    System.out.println("loaded: " + done + " operations, " + failed + " failed");
  }

  private static void work(HazelcastInstance client, long end) {
    IMap<Integer, String> map = client.getMap("load");
    BlockingQueue<String> queue = client.getQueue("load");
    try {
      for (int n = 0; System.nanoTime() < end; n++) {
        map.put(n % 10_000, "value " + n);
        map.get(n * 31 % 10_000);
        queue.add("item " + n);
        queue.poll();
        done.add(4);
      }
    } catch (RuntimeException e) {
      failed.increment();
      e.printStackTrace();
    }
  }
}
