/*
 * claim: each thread of a pool calls blockingFirst() of RxJava for work that is queued behind it in the same pool
 * expect: pool-starvation warning at BLOCK
 * libraries: io.reactivex.rxjava3:rxjava:3.1.12
 * seconds: 20
 */
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class StarvationRxJava {
  static final ExecutorService pool = Executors.newFixedThreadPool(3);
  static final Scheduler scheduler = Schedulers.from(pool);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 3; i++) {
      pool.execute(StarvationRxJava::request);
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
    Observable.fromCallable(() -> 1).map(one -> one + 1).subscribeOn(scheduler).blockingFirst(); // <BLOCK>
  }
}
