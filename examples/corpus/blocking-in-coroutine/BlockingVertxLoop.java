/*
 * claim: handlers sleep on the event loops of Vert.x
 * expect: blocking-in-coroutine warning at BLOCK
 * jdk: 17..24
 * libraries: io.vertx:vertx-core:4.5.14
 */
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;

public class BlockingVertxLoop {
  public static void main(String[] args) throws Exception {
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(2));
    for (int i = 0; i < 18; i++) {
      vertx.runOnContext(nothing -> handle());
      Thread.sleep(400);
    }
    vertx.close();
  }

  static void handle() {
    try {
      Thread.sleep(330); // <BLOCK>
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
