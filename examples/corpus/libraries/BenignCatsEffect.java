/*
 * claim: effects of cats-effect block in IO.blocking, and in Scala's Await, for which it has other threads
 * twin of: blocking-in-coroutine
 * libraries: org.typelevel:cats-effect_2.13:3.6.3
 * seconds: 20
 */
import cats.effect.IO;
import cats.effect.unsafe.IORuntime;
import scala.concurrent.Await;
import scala.concurrent.Future;
import scala.concurrent.duration.Duration;

public class BenignCatsEffect {
  static final IORuntime runtime = IORuntime.global();

  public static void main(String[] args) throws Exception {
    long end = System.nanoTime() + 18_000_000_000L;
    while (System.nanoTime() < end) {
      for (int i = 0; i < 4; i++) {
        IO.blocking(BenignCatsEffect::read).unsafeRunAndForget(runtime);
      }
      IO.apply(BenignCatsEffect::request).unsafeRunAndForget(runtime);
      Thread.sleep(500);
    }
    System.exit(0);
  }

  static Object read() {
    try {
      Thread.sleep(400);
      return "row";
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static Object request() {
    try {
      Future<Object> row = IO.blocking(BenignCatsEffect::read).unsafeToFuture(runtime);
      return Await.result(row, Duration.Inf());
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
