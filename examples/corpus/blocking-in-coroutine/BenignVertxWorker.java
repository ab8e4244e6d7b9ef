/*
 * claim: the same sleep in executeBlocking, on a worker of Vert.x
 * twin of: blocking-in-coroutine
 * jdk: 17..24
 * libraries: io.vertx:vertx-core:4.5.14
 */
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;

public class BenignVertxWorker {
  public static void main(String[] args) throws Exception {
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    for (int i = 0; i < 18; i++) {
      vertx.executeBlocking(BenignVertxWorker::handle);
      Thread.sleep(400);
    }
    vertx.close();
  }

  static String handle() throws InterruptedException {
    Thread.sleep(330);
    return "handled";
  }
}
