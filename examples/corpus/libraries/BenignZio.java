/*
 * claim: effects of ZIO block in attemptBlocking, for which it has other threads
 * twin of: blocking-in-coroutine
 * libraries: dev.zio:zio_2.13:2.0.22
 * seconds: 20
 */
import scala.Function0;
import zio.Runtime;
import zio.Unsafe;
import zio.ZIO;

public class BenignZio {
  static final Runtime<Object> runtime = defaultRuntime();

  public static void main(String[] args) throws Exception {
    long end = System.nanoTime() + 18_000_000_000L;
    while (System.nanoTime() < end) {
      for (int i = 0; i < 4; i++) {
        fork(BenignZio::read);
      }
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

  static void fork(Function0<Object> effect) {
    Unsafe.unsafe(unsafe -> runtime.unsafe().fork(ZIO.attemptBlocking(effect, null), null, unsafe));
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
