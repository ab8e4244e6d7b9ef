/*
 * claim: a loop of get() over a batch; while the last and slowest runs, it is the only one left, and
 *   still part of the batch
 * twin of: async-blocking-pair
 * expect: fan-out-wait info at WAIT
 */
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class FanOutLoopOfGet {
  static final ExecutorService workers = Executors.newFixedThreadPool(4);

  public static void main(String[] args) throws Exception {
    for (int batch = 0; batch < 10; batch++) {
      List<Future<String>> sends = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        long millis = 350 * (i + 1);
        sends.add(workers.submit(() -> send(millis)));
      }
      for (Future<String> send : sends) {
        send.get(); // <WAIT>
      }
    }
    workers.shutdown();
  }

  static String send(long millis) throws InterruptedException {
    Thread.sleep(millis);
    return "sent";
  }
}
