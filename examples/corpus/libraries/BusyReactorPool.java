/*
 * claim: a pool of Reactor is always full, and each caller waits some milliseconds
 * libraries: io.projectreactor.addons:reactor-pool:1.2.8
 * expect: connection-pool-exhausted info at POOL
 * seconds: 18
 */
import java.time.Duration;
import reactor.core.publisher.Mono;
import reactor.pool.InstrumentedPool;
import reactor.pool.PoolBuilder;

public class BusyReactorPool {
  public static void main(String[] args) throws Exception {
    InstrumentedPool<Object> pool =
        PoolBuilder.from(Mono.fromCallable(Object::new))
            .sizeBetween(0, 10)
            .buildPool(); // <POOL>
    for (int i = 0; i < 30; i++) {
      pool.withPoolable(one -> Mono.just(one).delayElement(Duration.ofMillis(20)))
          .repeat()
          .subscribe();
    }
    Thread.sleep(16_000);
    System.exit(0);
  }
}
