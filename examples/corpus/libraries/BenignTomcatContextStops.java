/*
 * claim: a web application stops, and Tomcat's pool renews each of its threads once; later the pool itself stops
 * twin of: thread-per-task
 * libraries: org.apache.tomcat.embed:tomcat-embed-core:10.1.48
 */
import java.util.concurrent.TimeUnit;
import org.apache.tomcat.util.threads.TaskQueue;
import org.apache.tomcat.util.threads.TaskThreadFactory;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;

public class BenignTomcatContextStops {
  public static void main(String[] args) throws Exception {
    TaskQueue queue = new TaskQueue();
    TaskThreadFactory factory = new TaskThreadFactory("http-nio-exec-", true, 5);
    var pool = new ThreadPoolExecutor(40, 60, 60, TimeUnit.SECONDS, queue, factory);
    queue.setParent(pool);
    requests(pool, 30);
    pool.contextStopping();
    requests(pool, 30);
    pool.shutdownNow();
    Thread.sleep(2_000);
  }

  static void requests(ThreadPoolExecutor pool, int rounds) throws InterruptedException {
    for (int i = 0; i < rounds; i++) {
      for (int j = 0; j < 8; j++) {
        pool.execute(BenignTomcatContextStops::request);
      }
      Thread.sleep(100);
    }
  }

  static void request() {
    try {
      Thread.sleep(30);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
