/*
 * claim: each thread of a pool calls Mono.block() for work that is queued behind it in the same pool
 * expect: pool-starvation warning at BLOCK
 * libraries: io.projectreactor:reactor-core:3.7.6
 * seconds: 20
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

public class StarvationMonoBlock {
  static final ExecutorService pool = Executors.newFixedThreadPool(3);
  static final Scheduler scheduler = Schedulers.fromExecutorService(pool);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 3; i++) {
      pool.execute(StarvationMonoBlock::request);
    }
    Thread.sleep(18_000);
    System.exit(0);
  }

  static void request() {
    try {
      Thread.sleep(300);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Mono.fromCallable(() -> 1).map(one -> one + 1).subscribeOn(scheduler).block(); // <BLOCK>
  }
}
