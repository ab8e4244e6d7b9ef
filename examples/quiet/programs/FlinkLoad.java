import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/** A Flink cluster inside this JVM that runs a stream for some seconds, with checkpoints, and is then idle until it is ended: SECONDS. */
public class FlinkLoad {
  public static void main(String[] args) throws Exception {
    Configuration configuration = new Configuration();
    configuration.set(RestOptions.BIND_PORT, "0");
    configuration.set(RestOptions.ADDRESS, "127.0.0.1");
    MiniCluster cluster =
        new MiniCluster(new MiniClusterConfiguration.Builder().setConfiguration(configuration).setNumTaskManagers(1).setNumSlotsPerTaskManager(2).build());
    Runtime.getRuntime().addShutdownHook(new Thread(() -> cluster.closeAsync().join()));
    cluster.start();
    System.out.println("the cluster is up");
    StreamExecutionEnvironment stream = StreamExecutionEnvironment.getExecutionEnvironment();
    stream.setParallelism(2);
    stream.enableCheckpointing(1_000);
    stream.fromSequence(0, Long.MAX_VALUE - 1).keyBy(n -> n % 100).reduce((a, b) -> a ^ b).sinkTo(new DiscardingSink<>());
    JobGraph job = stream.getStreamGraph().getJobGraph();
    cluster.submitJob(job).get();
    TimeUnit.SECONDS.sleep(Long.parseLong(args[0]));
    int checkpoints = cluster.getExecutionGraph(job.getJobID()).get().getCheckpointStatsSnapshot().getCounts().getNumberOfCompletedCheckpoints() > 0 ? 1 : 0;
    cluster.cancelJob(job.getJobID()).get();
    System.out.println("loaded: " + checkpoints + " stream with checkpoints, 0 failed");
    Thread.currentThread().join();
  }
}
