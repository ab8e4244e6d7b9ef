/*
 * claim: a thread starts pipelines that sleep on the elastic scheduler, and blocks for others that a timer ends
 * twin of: async-blocking-pair
 * libraries: io.projectreactor:reactor-core:3.7.6
 * seconds: 10
 */
import java.time.Duration;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

public class BenignPipelinesBeside {
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 4; i++) {
      Thread thread = new Thread(BenignPipelinesBeside::serve);
      thread.setDaemon(true);
      thread.start();
    }
    Thread.sleep(9_000);
  }

  static void serve() {
    while (true) {
      Mono.fromCallable(BenignPipelinesBeside::audit)
          .subscribeOn(Schedulers.boundedElastic())
          .subscribe();
      Mono.delay(Duration.ofMillis(200)).block();
    }
  }

  static int audit() throws Exception {
    Thread.sleep(150);
    return 1;
  }
}
