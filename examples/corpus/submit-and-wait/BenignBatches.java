/*
 * claim: submit a batch, then wait for all of it
 * twin of: submit-and-wait
 * expect: fan-out-wait info at WAIT
 */
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class BenignBatches {
  static final ExecutorService workers = Executors.newFixedThreadPool(8);

  public static void main(String[] args) throws Exception {
    for (int batch = 0; batch < 60; batch++) {
      List<Future<String>> sends = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        long millis = 100 + 10 * i;
        sends.add(workers.submit(() -> send(millis)));
      }
      for (Future<String> send : sends) {
        send.get(); // <WAIT>
      }
      Thread.sleep(50);
    }
    workers.shutdown();
  }

  static String send(long millis) throws InterruptedException {
    Thread.sleep(millis);
    return "sent";
  }
}
