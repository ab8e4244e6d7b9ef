/*
 * claim: all threads of the executor of Quarkus are busy and tasks wait for seconds in its queue
 * libraries: org.jboss.threads:jboss-threads:3.11.1 org.jboss.logging:jboss-logging:3.6.3.Final io.smallrye.common:smallrye-common-annotation:2.21.1 io.smallrye.common:smallrye-common-constraint:2.21.1 io.smallrye.common:smallrye-common-cpu:2.21.1 io.smallrye.common:smallrye-common-function:2.21.1
 * expect: pool-saturated warning at POOL
 * seconds: 16
 */
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jboss.threads.EnhancedQueueExecutor;

public class JBossSaturated {
  public static void main(String[] args) throws Exception {
    Logger.getLogger("").setLevel(Level.OFF);
    var pool = new EnhancedQueueExecutor.Builder().setMaximumPoolSize(4).build(); // <POOL>
    for (int i = 0; i < 150; i++) {
      for (int n = 0; n < 4; n++) {
        pool.execute(JBossSaturated::request);
      }
      Thread.sleep(100);
    }
    System.exit(0);
  }

  static void request() {
    try {
      Thread.sleep(400);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
