/*
 * claim: request threads call Await.result of Scala for promises that a timer completes; no second thread is held
 * twin of: async-blocking-pair
 * libraries: org.scala-lang:scala-library:2.13.18
 * seconds: 10
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import scala.concurrent.Await;
import scala.concurrent.ExecutionContext;
import scala.concurrent.Promise;
import scala.concurrent.duration.Duration;

public class BenignScala {
  static final ExecutionContext workers =
      ExecutionContext.fromExecutorService(Executors.newFixedThreadPool(8));
  static final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);

  public static void main(String[] args) throws Exception {
    ExecutorService requests = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 4; i++) {
      requests.submit(BenignScala::serve);
    }
    Thread.sleep(9_000);
    System.exit(0);
  }

  static Object serve() throws Exception {
    while (true) {
      Promise<Integer> answer = Promise.apply();
      timer.schedule(() -> answer.success(1), 150, TimeUnit.MILLISECONDS);
      Await.result(answer.future().map(price -> price + 1, workers), Duration.Inf());
    }
  }
}
