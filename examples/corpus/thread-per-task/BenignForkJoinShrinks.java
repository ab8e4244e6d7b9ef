/*
 * claim: a fork-join pool that keeps idle workers for a tenth of a second only; each of them ran many
 *   tasks
 * twin of: thread-per-task
 * allow: fan-out-wait info
 * seconds: 12
 */
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.TimeUnit;

public class BenignForkJoinShrinks {
  static final ForkJoinPool pool =
      new ForkJoinPool(
          8,
          ForkJoinPool.defaultForkJoinWorkerThreadFactory,
          null,
          false,
          0,
          8,
          1,
          null,
          100,
          TimeUnit.MILLISECONDS);

  public static void main(String[] args) throws Exception {
    for (int burst = 0; burst < 10; burst++) {
      List<ForkJoinTask<?>> tasks = new ArrayList<>();
      for (int i = 0; i < 400; i++) {
        tasks.add(pool.submit(BenignForkJoinShrinks::task));
      }
      tasks.forEach(ForkJoinTask::join);
      Thread.sleep(1_000);
    }
  }

  static void task() {
    long end = System.nanoTime() + 200_000;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }
}
