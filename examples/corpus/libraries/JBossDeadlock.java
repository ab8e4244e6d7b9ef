/*
 * claim: all threads of the executor of Quarkus wait for tasks in its own queue
 * libraries: org.jboss.threads:jboss-threads:3.11.1 org.jboss.logging:jboss-logging:3.6.3.Final io.smallrye.common:smallrye-common-annotation:2.21.1 io.smallrye.common:smallrye-common-constraint:2.21.1 io.smallrye.common:smallrye-common-cpu:2.21.1 io.smallrye.common:smallrye-common-function:2.21.1
 * expect: pool-deadlock critical at WAIT
 * seconds: 12
 */
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jboss.threads.EnhancedQueueExecutor;

public class JBossDeadlock {
  static {
    Logger.getLogger("").setLevel(Level.OFF); // before it is told of the library's version
  }

  static final EnhancedQueueExecutor workers =
      new EnhancedQueueExecutor.Builder().setCorePoolSize(2).setMaximumPoolSize(2).build();

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 4; i++) {
      workers.submit(JBossDeadlock::order);
    }
    TimeUnit.SECONDS.sleep(6);
    System.exit(0);
  }

  static Object order() throws Exception {
    Future<String> price = workers.submit(JBossDeadlock::price);
    return price.get(); // <WAIT>
  }

  static String price() throws InterruptedException {
    Thread.sleep(300);
    return "9.90";
  }
}
