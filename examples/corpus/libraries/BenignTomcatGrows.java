/*
 * claim: Tomcat's pool grows to its maximum before its unlimited queue is used, and keeps up
 * twin of: unbounded-queue
 * libraries: org.apache.tomcat.embed:tomcat-embed-core:10.1.48
 */
import java.util.concurrent.TimeUnit;
import org.apache.tomcat.util.threads.TaskQueue;
import org.apache.tomcat.util.threads.TaskThreadFactory;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;

public class BenignTomcatGrows {
  public static void main(String[] args) throws Exception {
    TaskQueue queue = new TaskQueue();
    TaskThreadFactory factory = new TaskThreadFactory("http-nio-exec-", true, 5);
    ThreadPoolExecutor pool = new ThreadPoolExecutor(2, 20, 60, TimeUnit.SECONDS, queue, factory);
    queue.setParent(pool);
    for (int i = 0; i < 120; i++) {
      pool.execute(BenignTomcatGrows::request);
      Thread.sleep(50);
    }
    pool.shutdown();
  }

  static void request() {
    try {
      Thread.sleep(400);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
