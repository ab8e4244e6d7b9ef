/*
 * claim: requests wait at promises of Clojure that futures deliver after milliseconds of computing
 * twin of: async-blocking-pair
 * libraries: org.clojure:clojure:1.12.3 org.clojure:spec.alpha:0.5.238 org.clojure:core.specs.alpha:0.4.74
 * seconds: 12
 * full: it computes on all processors for 11 s
 */
import clojure.java.api.Clojure;
import clojure.lang.AFn;
import clojure.lang.IDeref;
import clojure.lang.IFn;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignClojurePromise {
  static final IFn PROMISE = Clojure.var("clojure.core", "promise");
  static final IFn DELIVER = Clojure.var("clojure.core", "deliver");
  static final IFn FUTURE = Clojure.var("clojure.core", "future-call");

  public static void main(String[] args) throws Exception {
    ExecutorService requests = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 4; i++) {
      requests.execute(BenignClojurePromise::serve);
    }
    Thread.sleep(11_000);
    System.exit(0);
  }

  static void serve() {
    while (true) {
      price();
    }
  }

  static Object price() {
    Object promise = PROMISE.invoke();
    FUTURE.invoke(
        new AFn() {
          @Override
          public Object invoke() {
            return DELIVER.invoke(promise, query());
          }
        });
    return ((IDeref) promise).deref();
  }

  static Object query() {
    double sum = 0;
    for (int i = 1; i < 300_000; i++) {
      sum += Math.sqrt(i);
    }
    return sum;
  }
}
