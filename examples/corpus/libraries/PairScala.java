/*
 * claim: each request thread calls Await.result of Scala for a future whose body blocks a thread of a pool
 * expect: async-blocking-pair warning at BLOCK
 * allow: submit-and-wait warning
 * libraries: org.scala-lang:scala-library:2.13.0
 * seconds: 10
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import scala.concurrent.Await;
import scala.concurrent.ExecutionContext;
import scala.concurrent.Future;
import scala.concurrent.duration.Duration;

public class PairScala {
  static final ExecutionContext workers =
      ExecutionContext.fromExecutorService(Executors.newFixedThreadPool(8));

  public static void main(String[] args) throws Exception {
    ExecutorService requests = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 4; i++) {
      requests.submit(PairScala::serve);
    }
    Thread.sleep(9_000);
    System.exit(0);
  }

  static Object serve() throws Exception {
    while (true) {
      price();
    }
  }

  static Integer price() throws Exception {
    Future<Integer> base = Future.apply(PairScala::query, workers);
    return Await.result(base.map(price -> price + 1, workers), Duration.Inf()); // <BLOCK>
  }

  static int query() {
    try {
      Thread.sleep(150);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 1;
  }
}
