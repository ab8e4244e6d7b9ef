/*
 * claim: the bounded queue of Tomcat's own pool is full, and requests are refused
 * libraries: org.apache.tomcat.embed:tomcat-embed-core:10.1.48
 * expect: tasks-rejected warning at SUBMIT
 * allow: pool-saturated warning
 */
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.tomcat.util.threads.TaskQueue;
import org.apache.tomcat.util.threads.TaskThreadFactory;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;

public class TomcatRejects {
  public static void main(String[] args) throws Exception {
    TaskQueue queue = new TaskQueue(5);
    TaskThreadFactory factory = new TaskThreadFactory("http-nio-exec-", true, 5);
    ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 2, 60, TimeUnit.SECONDS, queue, factory);
    queue.setParent(pool);
    int refused = 0;
    for (int i = 0; i < 60; i++) {
      try {
        pool.execute(TomcatRejects::request); // <SUBMIT>
      } catch (RejectedExecutionException e) {
        refused++;
      }
      Thread.sleep(100);
    }
    pool.shutdownNow();
    System.exit(refused > 0 ? 0 : 1);
  }

  static void request() {
    try {
      Thread.sleep(400);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
