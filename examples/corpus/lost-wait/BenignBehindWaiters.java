/*
 * claim: threads wait as in a standstill, some of them behind others, until after 25 seconds one that sleeps ends it; a consumer
 *   calls itself in place of a loop
 * twin of: lost-wait
 * allow: pool-saturated warning
 * seconds: 33
 */
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

public class BenignBehindWaiters {
  static final BlockingQueue<String> requests = new LinkedBlockingQueue<>();
  static final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
  static final BlockingQueue<StringBuilder> buffers = new ArrayBlockingQueue<>(2);
  static final CountDownLatch loaded = new CountDownLatch(1);

  public static void main(String[] args) throws Exception {
    start("client", () -> requests.add(answers.take() + "?"));
    start("server", () -> { while (true) answers.add(requests.take() + "!"); });
    start("logger", BenignBehindWaiters::next);
    Timer timer = new Timer("timer");
    timer.schedule(task(() -> { loaded.await(); System.out.println("loaded"); return 1; }), 100);
    timer.schedule(task(() -> { loaded.countDown(); return 1; }), 500);
    ExecutorService workers = Executors.newFixedThreadPool(3);
    for (int i = 0; i < 30; i++) {
      workers.submit(BenignBehindWaiters::format);
    }
    Thread.sleep(25_000);
    buffers.add(new StringBuilder());
    requests.add("first");
    loaded.countDown();
    Thread.sleep(6_000);
    System.exit(0);
  }

  static int format() throws InterruptedException {
    StringBuilder buffer = buffers.take();
    Thread.sleep(20);
    buffers.put(buffer);
    return buffer.length();
  }

  static Object next() throws InterruptedException {
    System.out.println(answers.take());
    return next();
  }

  static TimerTask task(Callable<?> work) {
    return new TimerTask() {
      @Override
      public void run() {
        call(work);
      }
    };
  }

  static void start(String name, Callable<?> work) {
    new Thread(() -> call(work), name).start();
  }

  static void call(Callable<?> work) {
    try {
      work.call();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
