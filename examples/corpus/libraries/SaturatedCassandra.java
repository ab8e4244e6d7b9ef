/*
 * claim: a stage of Cassandra with two threads gets more reads than it can do; they wait in its own queue
 * expect: pool-saturated warning at STAGE
 * libraries: org.apache.cassandra:cassandra-all:5.0.2! com.google.guava:guava:32.1.3-jre io.netty:netty-common:4.1.115.Final io.dropwizard.metrics:metrics-core:4.2.19 org.slf4j:slf4j-api:2.0.17 org.slf4j:slf4j-nop:2.0.17
 * seconds: 22
 */
import java.util.concurrent.Executor;
import org.apache.cassandra.concurrent.SharedExecutorPool;

public class SaturatedCassandra {
  public static void main(String[] args) throws Exception {
    SharedExecutorPool shared = new SharedExecutorPool("Stages");
    Executor reads = shared.newExecutor(2, "request", "ReadStage"); // <STAGE>
    for (int i = 0; i < 400; i++) {
      reads.execute(SaturatedCassandra::read);
      Thread.sleep(50);
    }
    System.exit(0);
  }

  static void read() {
    try {
      Thread.sleep(200);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
