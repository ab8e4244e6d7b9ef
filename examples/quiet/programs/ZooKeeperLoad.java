import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;

/** Four sessions that create, read, watch, change and delete nodes: HOST:PORT SECONDS. */
public class ZooKeeperLoad {
  private static final LongAdder done = new LongAdder();
  private static final LongAdder failed = new LongAdder();

  public static void main(String[] args) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(args[1]));
    Thread[] threads = new Thread[4];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new Thread(() -> work(args[0], end));
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println("loaded: " + done + " operations, " + failed + " failed");
  }

  private static void work(String address, long end) {
    CountDownLatch connected = new CountDownLatch(1);
    Watcher watcher = (WatchedEvent event) -> connected.countDown();
    try (ZooKeeper session = new ZooKeeper(address, 30_000, watcher)) {
      connected.await();
      while (System.nanoTime() < end) {
        String node = session.create("/load-", new byte[100], Ids.OPEN_ACL_UNSAFE, CreateMode.EPHEMERAL_SEQUENTIAL);
        session.getData(node, true, null);
        session.setData(node, new byte[200], 0);
        session.getChildren("/", false);
        session.delete(node, 1);
        done.add(5);
      }
    } catch (java.io.IOException | InterruptedException | KeeperException e) {
      failed.increment();
      e.printStackTrace();
    }
  }
}
