/*
 * claim: each worker of ZIO's scheduler waits for an effect that is queued behind it
 * libraries: dev.zio:zio_2.13:2.1.24
 * expect: blocking-in-coroutine critical at BLOCK
 * seconds: 16
 */
import java.util.concurrent.CompletableFuture;
import scala.Function0;
import zio.Runtime;
import zio.Unsafe;
import zio.ZIO;

public class BlockedZio {
  static final Runtime<Object> runtime = defaultRuntime();

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < java.lang.Runtime.getRuntime().availableProcessors() + 1; i++) {
      fork(BlockedZio::request);
    }
    Thread.sleep(14_000);
    System.exit(0);
  }

  static Object request() {
    try {
      Thread.sleep(300);
      CompletableFuture<Object> price = new CompletableFuture<>();
      fork(() -> price.complete(1));
      return price.get(); // <BLOCK>
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static void fork(Function0<Object> effect) {
    Unsafe.unsafe(unsafe -> runtime.unsafe().fork(ZIO.attempt(effect, null), null, unsafe));
  }

  @SuppressWarnings("unchecked")
  static Runtime<Object> defaultRuntime() {
    try {
      return (Runtime<Object>) Runtime.class.getMethod("default").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
