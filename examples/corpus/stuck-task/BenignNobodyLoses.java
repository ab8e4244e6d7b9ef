/*
 * claim: a reader of a feed that never ended a run, a wait behind which threads of its pool are free, and
 *   a consumer at its own empty queue
 * twin of: stuck-task
 * flags: -Dsnarl.rules.stuck-task.waitSeconds=5
 * allow: pool-saturated warning
 * allow: pool-starvation warning
 * allow: blocking-io-pool info
 * seconds: 18
 */
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class BenignNobodyLoses {
  static final ScheduledExecutorService listener = Executors.newSingleThreadScheduledExecutor();
  static final BlockingQueue<String> orders = new ArrayBlockingQueue<>(100);

  interface Step {
    void run(int i) throws Exception;
  }

  public static void main(String[] args) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Socket feed = new Socket(server.getInetAddress(), server.getLocalPort())) {
      start(1, 1, i -> feed.getInputStream().read(), 5);
      start(4, 9, BenignNobodyLoses::ask, 0);
      start(1, 9, BenignNobodyLoses::consume, 5);
      Thread.sleep(17_000);
      System.exit(0);
    }
  }

  static void start(int threads, int tasks, Step step, int behind) {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    for (int i = 1; i <= tasks; i++) {
      int number = i;
      pool.execute(() -> run(step, number));
    }
    for (int i = 0; i < behind; i++) {
      pool.execute(() -> {});
    }
  }

  static void run(Step step, int number) {
    try {
      step.run(number);
    } catch (Exception e) {
      Thread.currentThread().interrupt();
    }
  }

  static void ask(int i) throws Exception {
    CountDownLatch reply = new CountDownLatch(1);
    listener.schedule(reply::countDown, i == 9 ? 1_000_000 : 250, TimeUnit.MILLISECONDS);
    reply.await();
  }

  static void consume(int i) throws Exception {
    String order = i == 9 ? orders.take() : orders.poll(250, TimeUnit.MILLISECONDS);
    if (order != null) {
      throw new IllegalStateException(order);
    }
  }
}
