/*
 * claim: each request waits at a promise of Clojure that a future, on another thread, delivers
 * expect: async-blocking-pair warning at DEREF
 * libraries: org.clojure:clojure:1.12.3 org.clojure:spec.alpha:0.5.238 org.clojure:core.specs.alpha:0.4.74
 * seconds: 12
 */
import clojure.java.api.Clojure;
import clojure.lang.AFn;
import clojure.lang.IDeref;
import clojure.lang.IFn;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PairClojurePromise {
  static final IFn PROMISE = Clojure.var("clojure.core", "promise");
  static final IFn DELIVER = Clojure.var("clojure.core", "deliver");
  static final IFn FUTURE = Clojure.var("clojure.core", "future-call");

  public static void main(String[] args) throws Exception {
    ExecutorService requests = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 4; i++) {
      requests.execute(PairClojurePromise::serve);
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
    return ((IDeref) promise).deref(); // <DEREF>
  }

  static Object query() {
    try {
      Thread.sleep(150);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 1;
  }
}
