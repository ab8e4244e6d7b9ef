/*
 * claim: request threads call blockingGet() for answers that come by a timer; no second thread is held
 * twin of: async-blocking-pair
 * libraries: io.reactivex.rxjava3:rxjava:3.1.12
 * seconds: 10
 */
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignRxJava {
  public static void main(String[] args) throws Exception {
    ExecutorService requests = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 4; i++) {
      requests.execute(BenignRxJava::serve);
    }
    Thread.sleep(9_000);
    System.exit(0);
  }

  static void serve() {
    while (true) {
      price();
    }
  }

  static Long price() {
    return Single.timer(150, java.util.concurrent.TimeUnit.MILLISECONDS)
        .map(price -> price + 1)
        .subscribeOn(Schedulers.io())
        .blockingGet();
  }

  static int query() throws Exception {
    Thread.sleep(150);
    return 1;
  }
}
