/*
 * claim: a call made synchronous by a queue for its one answer, which lies in an object of the call
 * expect: async-blocking-pair warning at WAIT
 */
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class PairReplyQueue {
  record Call(String key, BlockingQueue<String> reply) {}

  static final ExecutorService requests = Executors.newFixedThreadPool(4);
  static final ExecutorService workers = Executors.newFixedThreadPool(4);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 80; i++) {
      requests.submit(PairReplyQueue::handle);
      Thread.sleep(100);
    }
    requests.shutdown();
    workers.shutdown();
  }

  static String handle() throws InterruptedException {
    Call call = new Call("row", new ArrayBlockingQueue<>(1));
    workers.execute(() -> query(call));
    return call.reply().poll(10, TimeUnit.SECONDS); // <WAIT>
  }

  static void query(Call call) {
    try {
      Thread.sleep(300);
      call.reply().put(call.key());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
