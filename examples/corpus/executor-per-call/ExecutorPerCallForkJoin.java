/*
 * claim: a fork-join pool for each parallel stream
 * expect: executor-per-call warning at BUILD
 */
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;

public class ExecutorPerCallForkJoin {
  public static void main(String[] args) throws Exception {
    int sum = 0;
    for (int i = 0; i < 25; i++) {
      sum += handle();
      Thread.sleep(300);
    }
    System.out.println(sum);
  }

  static int handle() throws Exception {
    ForkJoinPool pool = new ForkJoinPool(2); // <BUILD>
    try {
      return pool.submit(() -> IntStream.range(0, 1_000).parallel().sum()).get();
    } finally {
      pool.shutdown();
    }
  }
}
