/*
 * claim: one thread waits in invokeAll for several blocked workers
 * twin of: async-blocking-pair
 * expect: fan-out-wait info at WAIT
 */
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

public class FanOutInvokeAll {
  static final ExecutorService workers = Executors.newFixedThreadPool(6);

  public static void main(String[] args) throws Exception {
    for (int batch = 0; batch < 13; batch++) {
      List<Callable<String>> sends =
          IntStream.range(0, 6).<Callable<String>>mapToObj(i -> () -> send(400 + 100 * i)).toList();
      workers.invokeAll(sends); // <WAIT>
    }
    workers.shutdown();
  }

  static String send(long millis) throws InterruptedException {
    Thread.sleep(millis);
    return "sent";
  }
}
