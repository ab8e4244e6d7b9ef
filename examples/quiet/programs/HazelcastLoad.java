import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import java.util.concurrent.BlockingQueue;

/** A client whose eight threads write and read a map and a queue: HOST:PORT SECONDS. */
public class HazelcastLoad {
  public static void main(String[] args) throws Exception {
    ClientConfig config = new ClientConfig();
    config.getNetworkConfig().addAddress(args[0]);
    HazelcastInstance client = HazelcastClient.newHazelcastClient(config);
    IMap<Integer, String> map = client.getMap("load");
    BlockingQueue<String> queue = client.getQueue("load");
    Clients.load(args[1], "operations", (thread, n) -> writeAndRead(map, queue, n));
    client.shutdown();
  }

  private static int writeAndRead(IMap<Integer, String> map, BlockingQueue<String> queue, int n) {
    map.put(n % 10_000, "value " + n);
    map.get(n * 31 % 10_000);
    queue.add("item " + n);
    queue.poll();
    return 4;
  }
}
