import java.io.File;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/** A name node and three data nodes, with eight threads that write and read files for some seconds; idle from then on: FOLDER SECONDS. */
public class HdfsLoad {
  private static final byte[] CONTENT = new byte[200_000];
  private static final LongAdder done = new LongAdder();
  private static final LongAdder failed = new LongAdder();

  public static void main(String[] args) throws Exception {
    Configuration configuration = new Configuration();
    configuration.set("dfs.client.block.write.replace-datanode-on-failure.policy", "NEVER");
    MiniDFSCluster cluster = new MiniDFSCluster.Builder(configuration, new File(args[0])).numDataNodes(3).build();
    cluster.waitActive();
    System.out.println("the cluster is up");
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(args[1]));
    FileSystem files = cluster.getFileSystem();
    Thread[] clients = new Thread[8];
    for (int i = 0; i < clients.length; i++) {
      Path folder = new Path("/load/" + i);
      clients[i] = new Thread(() -> work(files, folder, end), "client-" + i);
      clients[i].start();
    }
    for (Thread client : clients) {
      client.join();
    }
    System.out.println("loaded: " + done + " files written and read, " + failed + " failed");
    Thread.currentThread().join();
  }

  private static void work(FileSystem files, Path folder, long end) {
    byte[] read = new byte[CONTENT.length];
    try {
      for (int n = 0; System.nanoTime() < end; n++) {
        Path file = new Path(folder, "file" + n % 100);
        try (FSDataOutputStream out = files.create(file, true)) {
          out.write(CONTENT);
        }
        try (FSDataInputStream in = files.open(file)) {
          in.readFully(read);
        }
        done.increment();
      }
    } catch (Exception e) {
      failed.increment();
      e.printStackTrace();
    }
  }
}
