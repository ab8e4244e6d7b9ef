/*
 * claim: pools of jsr166y, the fork/join that libraries carried before Java 7 and after, end their
 *   workers one by one once these have nothing more to do; each ran many tasks
 * jdk: 17..21
 * twin of: thread-per-task
 * libraries: org.codehaus.jsr166-mirror:jsr166y:1.7.0
 * seconds: 14
 */
import java.util.ArrayList;
import java.util.List;
import jsr166y.ForkJoinPool;
import jsr166y.ForkJoinTask;

public class BenignCopyOfForkJoin {
  public static void main(String[] args) throws Exception {
    Thread.sleep(2_000);
    List<ForkJoinPool> pools = new ArrayList<>();
    for (int i = 0; i < 24; i++) {
      pools.add(new ForkJoinPool(3));
    }
    List<ForkJoinTask<?>> tasks = new ArrayList<>();
    for (int i = 0; i < 24_000; i++) {
      tasks.add(pools.get(i % pools.size()).submit(BenignCopyOfForkJoin::task));
    }
    for (ForkJoinTask<?> task : tasks) {
      task.join();
    }
    Thread.sleep(9_000);
  }

  static void task() {
    Thread.onSpinWait();
  }
}
