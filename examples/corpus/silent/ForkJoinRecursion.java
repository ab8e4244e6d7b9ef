/*
 * claim: fork and join as they are meant: a join helps, and waits for those who compute
 * twin of: every rule
 */
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

public class ForkJoinRecursion {
  static final ForkJoinPool pool = new ForkJoinPool(4);

  public static void main(String[] args) throws Exception {
    long total = 0;
    for (int i = 0; i < 24; i++) {
      total += pool.invoke(new Fibonacci(24));
      Thread.sleep(500);
    }
    System.out.println(total);
    pool.shutdown();
  }

  static class Fibonacci extends RecursiveTask<Long> {
    private static final long serialVersionUID = 1;
    private final int n;

    Fibonacci(int n) {
      this.n = n;
    }

    @Override
    protected Long compute() {
      if (n < 2) {
        return (long) n;
      }
      Fibonacci left = new Fibonacci(n - 1);
      left.fork();
      return new Fibonacci(n - 2).compute() + left.join();
    }
  }
}
