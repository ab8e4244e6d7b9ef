import java.io.File;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/** A name node and three data nodes, with eight threads that write and read files for some seconds; idle from then on: FOLDER SECONDS. */
public class HdfsLoad {
  private static final byte[] CONTENT = new byte[200_000];

  public static void main(String[] args) throws Exception {
    Configuration configuration = new Configuration();
    configuration.set("dfs.client.block.write.replace-datanode-on-failure.policy", "NEVER");
    MiniDFSCluster cluster = new MiniDFSCluster.Builder(configuration, new File(args[0])).numDataNodes(3).build();
    cluster.waitActive();
    System.out.println("the cluster is up");
    FileSystem files = cluster.getFileSystem();
    Clients.load(args[1], "files written and read", (client, n) -> writeAndRead(files, new Path("/load/" + client + "/file" + n % 100)));
    Thread.currentThread().join();
  }

  private static int writeAndRead(FileSystem files, Path file) throws IOException {
    try (FSDataOutputStream out = files.create(file, true)) {
      out.write(CONTENT);
    }
    try (FSDataInputStream in = files.open(file)) {
      in.readFully(new byte[CONTENT.length]);
    }
    return 1;
  }
}
