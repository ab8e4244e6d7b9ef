/*
 * claim: main hands each record to a worker and waits for it before the next: one after the other
 * expect: submit-and-wait warning at WAIT
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class SubmitThenGet {
  static final ExecutorService workers = Executors.newFixedThreadPool(4);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 60; i++) {
      workers.submit(SubmitThenGet::compute).get(); // <WAIT>
      Thread.sleep(120);
    }
    workers.shutdown();
  }

  static Object compute() {
    long end = System.nanoTime() + 60_000_000L;
    long hash = 1;
    while (System.nanoTime() < end) {
      hash = hash * 31 + end;
    }
    return hash;
  }
}
