/*
 * claim: a call object of the application's own, which waits for its answer in Object.wait
 * expect: async-blocking-pair warning at WAIT
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PairObjectWait {
  static final ExecutorService requests = Executors.newFixedThreadPool(4);
  static final ExecutorService connections = Executors.newFixedThreadPool(4);

  static class Call {
    private String answer;

    synchronized void answered(String value) {
      answer = value;
      notifyAll();
    }

    synchronized String await() throws InterruptedException {
      while (answer == null) {
        wait(); // <WAIT>
      }
      return answer;
    }
  }

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 80; i++) {
      requests.submit(PairObjectWait::handle);
      Thread.sleep(100);
    }
    requests.shutdown();
    connections.shutdown();
  }

  static String handle() throws InterruptedException {
    Call call = new Call();
    connections.execute(() -> send(call));
    return call.await();
  }

  static void send(Call call) {
    try {
      Thread.sleep(300);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    call.answered("row");
  }
}
