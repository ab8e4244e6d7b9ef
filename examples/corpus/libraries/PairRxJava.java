/*
 * claim: each request thread calls blockingGet() of RxJava for work that blocks a thread of its own scheduler
 * expect: async-blocking-pair warning at BLOCK
 * allow: submit-and-wait warning
 * libraries: io.reactivex.rxjava3:rxjava:3.0.0
 * seconds: 10
 */
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PairRxJava {
  public static void main(String[] args) throws Exception {
    ExecutorService requests = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 4; i++) {
      requests.execute(PairRxJava::serve);
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
    return Single.fromCallable(PairRxJava::query)
        .map(price -> price + 1)
        .subscribeOn(Schedulers.io())
        .blockingGet(); // <BLOCK>
  }

  static int query() throws Exception {
    Thread.sleep(150);
    return 1;
  }
}
