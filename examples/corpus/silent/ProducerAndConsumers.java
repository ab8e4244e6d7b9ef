/*
 * claim: threads that hand values over through a queue, locks and latches, with no future anywhere
 * twin of: every rule
 */
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;

public class ProducerAndConsumers {
  static final BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(4);
  static final CountDownLatch done = new CountDownLatch(3);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 3; i++) {
      new Thread(ProducerAndConsumers::consume, "consumer-" + i).start();
    }
    for (int i = 0; i < 90; i++) {
      queue.put(i);
    }
    for (int i = 0; i < 3; i++) {
      queue.put(-1);
    }
    done.await();
  }

  static void consume() {
    try {
      while (queue.take() >= 0) {
        Thread.sleep(400);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    done.countDown();
  }
}
