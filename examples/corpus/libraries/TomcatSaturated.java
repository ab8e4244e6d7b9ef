/*
 * claim: all threads of Tomcat's own pool are busy and requests queue for seconds
 * libraries: org.apache.tomcat.embed:tomcat-embed-core:10.1.48
 * expect: pool-saturated warning at POOL
 * seconds: 16
 */
import java.util.concurrent.TimeUnit;
import org.apache.tomcat.util.threads.TaskQueue;
import org.apache.tomcat.util.threads.TaskThreadFactory;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;

public class TomcatSaturated {
  public static void main(String[] args) throws Exception {
    TaskQueue queue = new TaskQueue();
    TaskThreadFactory factory = new TaskThreadFactory("http-nio-exec-", true, 5);
    var pool = new ThreadPoolExecutor(2, 4, 60, TimeUnit.SECONDS, queue, factory); // <POOL>
    queue.setParent(pool);
    for (int i = 0; i < 150; i++) {
      for (int n = 0; n < 4; n++) {
        pool.execute(TomcatSaturated::request);
      }
      Thread.sleep(100);
    }
    pool.shutdownNow();
  }

  static void request() {
    try {
      Thread.sleep(400);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
