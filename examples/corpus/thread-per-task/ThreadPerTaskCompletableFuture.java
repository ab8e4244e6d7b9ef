/*
 * claim: runAsync without an executor on two processors: before JDK 25 each task is a new thread; from
 *   25 on the same program uses the common pool
 * flags: -XX:ActiveProcessorCount=2
 * expect (jdk ..24): thread-per-task warning at START
 */
import java.util.concurrent.CompletableFuture;

public class ThreadPerTaskCompletableFuture {
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 40; i++) {
      CompletableFuture.runAsync(ThreadPerTaskCompletableFuture::index); // <START>
      Thread.sleep(200);
    }
  }

  static void index() {
    long end = System.nanoTime() + 2_000_000L;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }
}
