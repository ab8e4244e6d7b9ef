/*
 * claim: each compute thread of cats-effect waits for an effect that is queued behind it
 * libraries: org.typelevel:cats-effect_2.13:3.5.0
 * expect: blocking-in-coroutine critical at BLOCK
 * seconds: 16
 */
import cats.effect.IO;
import cats.effect.unsafe.IORuntime;
import java.util.concurrent.CompletableFuture;

public class BlockedCatsEffect {
  static final IORuntime runtime = IORuntime.global();

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < Runtime.getRuntime().availableProcessors() + 1; i++) {
      IO.apply(BlockedCatsEffect::request).unsafeRunAndForget(runtime);
    }
    Thread.sleep(14_000);
    System.exit(0);
  }

  static Object request() {
    try {
      Thread.sleep(300);
      CompletableFuture<Integer> price = new CompletableFuture<>();
      IO.apply(() -> price.complete(1)).unsafeRunAndForget(runtime);
      return price.get(); // <BLOCK>
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
