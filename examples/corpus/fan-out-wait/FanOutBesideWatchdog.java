/*
 * claim: a batch of three beside a watchdog and a refresh that nobody waits for: still a batch
 * twin of: async-blocking-pair
 * expect: fan-out-wait info at WAIT
 */
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class FanOutBesideWatchdog {
  static final ExecutorService workers = Executors.newFixedThreadPool(4);
  static final ExecutorService refreshes = Executors.newFixedThreadPool(4);
  static final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 14; i++) {
      timer.schedule(() -> System.out.println("too slow"), 60, TimeUnit.SECONDS);
      refreshes.submit(() -> sleep(2_500));
      List<Future<Integer>> parts =
          List.of(
              workers.submit(() -> sleep(500)),
              workers.submit(() -> sleep(600)),
              workers.submit(() -> sleep(700)));
      for (Future<Integer> part : parts) {
        part.get(); // <WAIT>
      }
    }
    workers.shutdown();
    refreshes.shutdownNow();
    timer.shutdownNow();
  }

  static int sleep(int millis) throws InterruptedException {
    Thread.sleep(millis);
    return millis;
  }
}
