/*
 * claim: contexts of Vert.x are busy with blocking tasks that wait for a moment behind one another
 * twin of: pool-saturated
 * libraries: io.vertx:vertx-core:5.0.5
 * seconds: 18
 */
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.logging.Level;
import java.util.logging.Logger;

public class BenignVertxOrdered {
  public static void main(String[] args) throws Exception {
    Logger.getLogger("").setLevel(Level.OFF);
    Vertx vertx = Vertx.vertx();
    Context context = vertx.getOrCreateContext();
    for (int i = 0; i < 80; i++) {
      context.runOnContext(
          nothing -> {
            for (int n = 0; n < 5; n++) {
              context.executeBlocking(BenignVertxOrdered::query);
            }
          });
      Thread.sleep(200);
    }
    System.exit(0);
  }

  static int query() throws InterruptedException {
    Thread.sleep(20);
    return 1;
  }
}
