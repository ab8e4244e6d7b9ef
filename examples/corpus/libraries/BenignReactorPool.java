/*
 * claim: callers come at random to a pool of Reactor that lends out half of its five objects in the mean
 * twin of: connection-pool-exhausted
 * libraries: io.projectreactor.addons:reactor-pool:0.2.12
 * seconds: 20
 */
import java.time.Duration;
import java.util.Random;
import reactor.core.publisher.Mono;
import reactor.pool.InstrumentedPool;
import reactor.pool.PoolBuilder;

public class BenignReactorPool {
  public static void main(String[] args) throws Exception {
    InstrumentedPool<Object> pool =
        PoolBuilder.from(Mono.fromCallable(Object::new)).sizeBetween(0, 5).buildPool();
    Random random = new Random(7);
    long end = System.nanoTime() + 18_000_000_000L;
    for (long next = System.nanoTime(); next < end; ) {
      next += (long) (-Math.log(1 - random.nextDouble()) * 8_000_000);
      while (System.nanoTime() < next) {
        Thread.sleep(1);
      }
      pool.withPoolable(one -> Mono.just(one).delayElement(Duration.ofMillis(20))).subscribe();
    }
    System.exit(0);
  }
}
