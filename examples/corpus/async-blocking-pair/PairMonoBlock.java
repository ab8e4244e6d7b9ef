/*
 * claim: each request thread calls Mono.block() for work that blocks a thread of the elastic scheduler
 * expect: async-blocking-pair warning at BLOCK
 * allow: submit-and-wait warning
 * libraries: io.projectreactor:reactor-core:3.7.6
 * seconds: 10
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

public class PairMonoBlock {
  public static void main(String[] args) throws Exception {
    ExecutorService requests = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 4; i++) {
      requests.execute(PairMonoBlock::serve);
    }
    Thread.sleep(9_000);
    System.exit(0);
  }

  static void serve() {
    while (true) {
      price();
    }
  }

  static Integer price() {
    return Mono.fromCallable(PairMonoBlock::query)
        .map(price -> price + 1)
        .filter(price -> price > 0)
        .subscribeOn(Schedulers.boundedElastic())
        .block(); // <BLOCK>
  }

  static int query() throws Exception {
    Thread.sleep(150);
    return 1;
  }
}
