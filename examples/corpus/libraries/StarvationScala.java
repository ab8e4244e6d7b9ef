/*
 * claim: each thread of a pool awaits a Scala future whose body is queued behind it in the same pool
 * expect: pool-starvation warning at BLOCK
 * libraries: org.scala-lang:scala-library:2.13.18
 * seconds: 20
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import scala.concurrent.Await;
import scala.concurrent.ExecutionContext;
import scala.concurrent.Future;
import scala.concurrent.duration.Duration;

public class StarvationScala {
  static final ExecutorService pool = Executors.newFixedThreadPool(3);
  static final ExecutionContext context = ExecutionContext.fromExecutorService(pool);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 3; i++) {
      pool.submit(StarvationScala::request);
    }
    Thread.sleep(18_000);
    System.exit(0);
  }

  static Object request() throws Exception {
    Thread.sleep(300);
    Future<Integer> one = Future.apply(() -> 1, context);
    return Await.result(one, Duration.Inf()); // <BLOCK>
  }
}
