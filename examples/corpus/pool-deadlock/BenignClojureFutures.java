/*
 * claim: futures of Clojure on a pool of four threads wait for further ones, which run
 * twin of: pool-deadlock
 * libraries: org.clojure:clojure:1.8.0
 * seconds: 12
 */
import clojure.java.api.Clojure;
import clojure.lang.AFn;
import clojure.lang.IDeref;
import clojure.lang.IFn;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

public class BenignClojureFutures {
  static final IFn FUTURE = Clojure.var("clojure.core", "future-call");
  static final CountDownLatch BOTH = new CountDownLatch(2);

  public static void main(String[] args) throws Exception {
    Clojure.var("clojure.core", "set-agent-send-off-executor!")
        .invoke(Executors.newFixedThreadPool(4));
    future(BenignClojureFutures::outer);
    future(BenignClojureFutures::outer);
    Thread.sleep(11_000);
    System.exit(0);
  }

  interface Body {
    Object run() throws Exception;
  }

  static IDeref future(Body body) {
    return (IDeref)
        FUTURE.invoke(
            new AFn() {
              @Override
              public Object invoke() {
                try {
                  return body.run();
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              }
            });
  }

  static Object outer() throws Exception {
    BOTH.countDown();
    BOTH.await();
    return future(() -> 1).deref();
  }
}
