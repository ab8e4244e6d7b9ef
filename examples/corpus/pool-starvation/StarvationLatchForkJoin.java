/*
 * claim: both workers of a fork-join pool await latches that only tasks in its queues would count down: one was forked
 *   by the worker itself, the other submitted from outside
 * expect: pool-starvation warning at FORKS or AWAITS
 * seconds: 20
 */
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.TimeUnit;

public class StarvationLatchForkJoin {
  static final ForkJoinPool pool = new ForkJoinPool(2);

  public static void main(String[] args) throws Exception {
    CountDownLatch both = new CountDownLatch(2);
    CountDownLatch answer = new CountDownLatch(1);
    pool.execute(() -> forks(both));
    pool.submit(() -> awaits(both, answer));
    both.await();
    pool.submit(() -> answer.countDown());
    pool.awaitTermination(18, TimeUnit.SECONDS);
    System.exit(0);
  }

  static void forks(CountDownLatch both) {
    try {
      CountDownLatch part = new CountDownLatch(1);
      meet(both);
      new Part(part).fork();
      part.await(); // <FORKS>
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void awaits(CountDownLatch both, CountDownLatch answer) {
    try {
      meet(both);
      answer.await(); // <AWAITS>
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void meet(CountDownLatch both) throws InterruptedException {
    both.countDown();
    while (both.getCount() > 0) {
      Thread.sleep(10);
    }
  }

  static final class Part extends RecursiveAction {
    private final transient CountDownLatch part;

    Part(CountDownLatch part) {
      this.part = part;
    }

    @Override
    protected void compute() {
      part.countDown();
    }
  }
}
