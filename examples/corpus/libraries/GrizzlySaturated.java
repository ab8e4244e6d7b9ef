/*
 * claim: all threads of a pool of Grizzly, as of GlassFish and Payara, are busy and requests queue for seconds
 * libraries: org.glassfish.grizzly:grizzly-framework:4.0.2!
 * expect: pool-saturated warning at POOL
 * seconds: 16
 */
import java.util.concurrent.ExecutorService;
import org.glassfish.grizzly.threadpool.GrizzlyExecutorService;
import org.glassfish.grizzly.threadpool.ThreadPoolConfig;

public class GrizzlySaturated {
  public static void main(String[] args) throws Exception {
    ThreadPoolConfig settings =
        ThreadPoolConfig.defaultConfig().setPoolName("http").setCorePoolSize(2).setMaxPoolSize(4);
    ExecutorService pool = GrizzlyExecutorService.createInstance(settings); // <POOL>
    for (int i = 0; i < 150; i++) {
      for (int n = 0; n < 4; n++) {
        pool.execute(GrizzlySaturated::request);
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
