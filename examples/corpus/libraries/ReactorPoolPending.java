/*
 * claim: a pool of Reactor, as below R2DBC, has more borrowers than it lends out, and they wait for seconds
 * libraries: io.projectreactor.addons:reactor-pool:1.2.8
 * expect: connection-pool-exhausted warning at POOL
 * seconds: 18
 */
import java.time.Duration;
import reactor.core.publisher.Mono;
import reactor.pool.InstrumentedPool;
import reactor.pool.PoolBuilder;

public class ReactorPoolPending {
  public static void main(String[] args) throws Exception {
    InstrumentedPool<Object> pool =
        PoolBuilder.from(Mono.fromCallable(Object::new))
            .sizeBetween(0, 2)
            .buildPool(); // <POOL>
    for (int i = 0; i < 150; i++) {
      pool.withPoolable(one -> Mono.just(one).delayElement(Duration.ofMillis(400))).subscribe();
      Thread.sleep(100);
    }
    System.exit(0);
  }
}
