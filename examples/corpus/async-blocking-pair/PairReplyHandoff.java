/*
 * claim: a call made synchronous by a hand-over of its answer, in a queue that a registry has
 * expect: async-blocking-pair warning at WAIT
 * seconds: 15
 */
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

public class PairReplyHandoff {
  static final ExecutorService requests = Executors.newFixedThreadPool(4);
  static final ExecutorService workers = Executors.newFixedThreadPool(4);

  static class Registry {
    private final Map<Integer, BlockingQueue<String>> waiting = new ConcurrentHashMap<>();

    String await(int id) throws InterruptedException {
      BlockingQueue<String> answer = waiting.computeIfAbsent(id, key -> new SynchronousQueue<>());
      return answer.poll(10, TimeUnit.SECONDS); // <WAIT>
    }

    void answer(int id, String text) throws InterruptedException {
      waiting.computeIfAbsent(id, key -> new SynchronousQueue<>()).put(text);
      waiting.remove(id);
    }
  }

  static final Registry registry = new Registry();

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 140; i++) {
      int id = i;
      requests.submit(() -> handle(id));
      Thread.sleep(100);
    }
    requests.shutdown();
    workers.shutdown();
  }

  static String handle(int id) throws InterruptedException {
    workers.submit(() -> query(id));
    return registry.await(id);
  }

  static Void query(int id) throws InterruptedException {
    Thread.sleep(300);
    registry.answer(id, "row " + id);
    return null;
  }
}
