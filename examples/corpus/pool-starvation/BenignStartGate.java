/*
 * claim: the tasks of a load test await a start gate that main opens, with more of them than threads; a queue
 *   full of tasks that use the permits for which those before them wait
 * twin of: pool-starvation
 * allow: pool-saturated warning
 * allow: unbounded-queue info
 * seconds: 24
 */
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

public class BenignStartGate {
  static final CountDownLatch gate = new CountDownLatch(1);
  static final Semaphore limit = new Semaphore(0);

  public static void main(String[] args) throws Exception {
    CountDownLatch local = new CountDownLatch(1);
    ExecutorService users = Executors.newFixedThreadPool(4);
    ExecutorService more = Executors.newFixedThreadPool(4);
    ExecutorService calls = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 8; i++) {
      users.execute(() -> user(local));
      more.submit(new User(gate));
      calls.submit(() -> call(limit));
    }
    Thread.sleep(20_000);
    gate.countDown();
    local.countDown();
    limit.release(8);
    users.shutdown();
    more.shutdown();
    calls.shutdown();
  }

  record User(CountDownLatch gate) implements Runnable {
    @Override
    public void run() {
      user(gate);
    }
  }

  static void user(CountDownLatch gate) {
    try {
      gate.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void call(Semaphore limit) {
    try {
      limit.acquire();
      limit.release();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
