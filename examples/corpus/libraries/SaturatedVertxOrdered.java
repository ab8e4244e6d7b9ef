/*
 * claim: blocking tasks of one context of Vert.x, which run one after another, wait for seconds beside idle workers
 * libraries: io.vertx:vertx-core:5.2.0
 * expect: pool-saturated warning at CONTEXT
 * seconds: 16
 */
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.logging.Level;
import java.util.logging.Logger;

public class SaturatedVertxOrdered {
  public static void main(String[] args) throws Exception {
    Logger.getLogger("").setLevel(Level.OFF);
    Vertx vertx = Vertx.vertx();
    Context context = vertx.getOrCreateContext(); // <CONTEXT>
    for (int i = 0; i < 150; i++) {
      context.runOnContext(
          nothing -> {
            context.executeBlocking(SaturatedVertxOrdered::query);
            context.executeBlocking(SaturatedVertxOrdered::query);
          });
      Thread.sleep(100);
    }
    System.exit(0);
  }

  static int query() throws InterruptedException {
    Thread.sleep(100);
    return 1;
  }
}
