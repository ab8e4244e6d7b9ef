/*
 * claim: the executor of WildFly up to 36, which wraps its tasks: all threads are busy and tasks wait for seconds in its queue
 * libraries: org.jboss.threads:jboss-threads:2.4.0.Final org.jboss.logging:jboss-logging:3.4.3.Final org.wildfly.common:wildfly-common:1.5.4.Final
 * jdk: 17..23
 * expect: pool-saturated warning at POOL
 * seconds: 16
 */
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jboss.threads.EnhancedQueueExecutor;

public class JBossWrappedTasks {
  public static void main(String[] args) throws Exception {
    Logger.getLogger("").setLevel(Level.OFF);
    var pool = new EnhancedQueueExecutor.Builder().setMaximumPoolSize(4).build(); // <POOL>
    for (int i = 0; i < 150; i++) {
      for (int n = 0; n < 4; n++) {
        pool.execute(JBossWrappedTasks::request);
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
