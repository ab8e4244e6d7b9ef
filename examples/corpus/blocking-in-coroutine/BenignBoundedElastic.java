/*
 * claim: the same wait on boundedElastic, which is there for it
 * twin of: blocking-in-coroutine
 * allow: submit-and-wait warning
 * libraries: io.projectreactor:reactor-core:3.7.6
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

public class BenignBoundedElastic {
  public static void main(String[] args) throws Exception {
    Scheduler.Worker worker = Schedulers.boundedElastic().createWorker();
    for (int i = 0; i < 18; i++) {
      worker.schedule(BenignBoundedElastic::price);
      Thread.sleep(400);
    }
    Schedulers.shutdownNow();
  }

  static int price() {
    CompletableFuture<Integer> answer = new CompletableFuture<>();
    return answer.completeOnTimeout(1, 200, TimeUnit.MILLISECONDS).join();
  }
}
