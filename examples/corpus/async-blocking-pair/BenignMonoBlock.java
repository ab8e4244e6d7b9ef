/*
 * claim: request threads call Mono.block() for answers that come by a timer; no second thread is held
 * twin of: async-blocking-pair
 * libraries: io.projectreactor:reactor-core:3.7.6
 * seconds: 10
 */
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

public class BenignMonoBlock {
  public static void main(String[] args) throws Exception {
    ExecutorService requests = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 4; i++) {
      requests.execute(BenignMonoBlock::serve);
    }
    Thread.sleep(9_000);
    System.exit(0);
  }

  static void serve() {
    while (true) {
      Mono.delay(Duration.ofMillis(150))
          .subscribeOn(Schedulers.boundedElastic())
          .map(tick -> tick + 1)
          .block();
    }
  }
}
