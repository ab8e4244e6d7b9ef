/*
 * claim: the executor of Quarkus is busy, its queue drains, and its tasks wait for those of another
 * twin of: pool-deadlock
 * libraries: org.jboss.threads:jboss-threads:3.9.1 org.jboss.logging:jboss-logging:3.6.1.Final io.smallrye.common:smallrye-common-annotation:2.12.0 io.smallrye.common:smallrye-common-constraint:2.12.0 io.smallrye.common:smallrye-common-cpu:2.12.0 io.smallrye.common:smallrye-common-function:2.12.0
 * allow: async-blocking-pair warning
 * seconds: 16
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jboss.threads.EnhancedQueueExecutor;

public class BenignJBossBusy {
  static {
    Logger.getLogger("").setLevel(Level.OFF); // before it is told of the library's version
  }

  static final EnhancedQueueExecutor workers =
      new EnhancedQueueExecutor.Builder().setCorePoolSize(4).setMaximumPoolSize(4).build();
  static final ExecutorService prices = Executors.newFixedThreadPool(4);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 100; i++) {
      for (int n = 0; n < 4; n++) {
        workers.submit(() -> prices.submit(BenignJBossBusy::price).get());
      }
      Thread.sleep(100);
    }
    System.exit(0);
  }

  static String price() throws InterruptedException {
    Thread.sleep(50);
    return "9.90";
  }
}
