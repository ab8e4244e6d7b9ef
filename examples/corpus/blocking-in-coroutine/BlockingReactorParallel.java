/*
 * claim: a future is waited for on one of Reactor's parallel threads
 * expect: blocking-in-coroutine warning at BLOCK
 * allow: submit-and-wait warning
 * flags: -Dreactor.schedulers.defaultPoolSize=4
 * libraries: io.projectreactor:reactor-core:3.7.6
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

public class BlockingReactorParallel {
  public static void main(String[] args) throws Exception {
    Scheduler.Worker worker = Schedulers.parallel().createWorker();
    for (int i = 0; i < 18; i++) {
      worker.schedule(BlockingReactorParallel::price);
      Thread.sleep(400);
    }
    Schedulers.shutdownNow();
  }

  static int price() {
    CompletableFuture<Integer> answer = new CompletableFuture<>();
    return answer.completeOnTimeout(1, 200, TimeUnit.MILLISECONDS).join(); // <BLOCK>
  }
}
