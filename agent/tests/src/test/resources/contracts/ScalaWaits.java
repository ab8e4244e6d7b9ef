import java.util.concurrent.CompletableFuture;
import scala.concurrent.Await;
import scala.concurrent.Future;
import scala.concurrent.Promise;
import scala.concurrent.duration.Duration;

class ScalaWaits {
  public static void main(String[] args) throws Exception {
    Waits.check("result", source -> Await.result(future(source), Duration.Inf()));
    Waits.check(
        "ready",
        source -> {
          Future<Object> future = future(source);
          return "the same " + (Await.ready(future, Duration.Inf()) == future);
        });
  }

  private static Future<Object> future(CompletableFuture<Object> source) {
    Promise<Object> promise = Promise.apply();
    source.whenComplete(
        (value, thrown) -> {
          if (thrown == null) {
            promise.success(value);
          } else {
            promise.failure(thrown);
          }
        });
    return promise.future();
  }
}
