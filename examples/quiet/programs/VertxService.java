import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;

/** A service of Vert.x web: PORT. It answers at once, after a blocking call and later. */
public class VertxService {
  public static void main(String[] args) {
    Vertx vertx = Vertx.vertx();
    Router router = Router.router(vertx);
    router.get("/plain/:n").handler(c -> c.response().end("plain " + c.pathParam("n")));
    router
        .get("/blocking/:n")
        .blockingHandler(
            c -> {
              pause();
              c.response().end("blocking " + c.pathParam("n"));
            },
            false);
    router.get("/later/:n").handler(c -> vertx.setTimer(20, timer -> c.response().end("later " + c.pathParam("n"))));
    vertx.createHttpServer().requestHandler(router).listen(Integer.parseInt(args[0]), "127.0.0.1");
  }

  private static void pause() {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
