/*
 * claim: each of two threads first takes what the other puts afterwards; a task of a timer waits for the task behind it; tasks that
 *   failed kept the objects of a pool for which workers wait, and the tasks behind them
 * expect: lost-wait warning at CLIENT
 * expect: lost-wait warning at SERVER
 * expect: lost-wait warning at TIMER
 * expect: lost-wait warning at BORROWS
 * allow: pool-saturated warning
 * seconds: 30
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

public class LostWaitBehindWaiters {
  static final BlockingQueue<String> requests = new LinkedBlockingQueue<>();
  static final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
  static final BlockingQueue<StringBuilder> buffers = new ArrayBlockingQueue<>(2);
  static final CountDownLatch loaded = new CountDownLatch(1);

  public static void main(String[] args) throws Exception {
    start("client", () -> requests.add(answers.take() + "?")); // <CLIENT>
    start("server", () -> answers.add(requests.take() + "!")); // <SERVER>
    Timer timer = new Timer("timer");
    timer.schedule(task(() -> { loaded.await(); System.out.println("loaded"); return 1; }), 100); // <TIMER>
    timer.schedule(task(() -> { loaded.countDown(); return 1; }), 500);
    buffers.add(new StringBuilder());
    buffers.add(new StringBuilder());
    ExecutorService workers = Executors.newFixedThreadPool(3);
    for (int i = 0; i < 30; i++) {
      int row = i;
      workers.submit(() -> format(row));
    }
    Thread.sleep(28_000);
    System.exit(0);
  }

  static int format(int row) throws InterruptedException {
    StringBuilder buffer = buffers.take(); // <BORROWS>
    Thread.sleep(20);
    if (row % 10 == 7) {
      throw new IllegalStateException("row " + row);
    }
    buffers.put(buffer);
    return buffer.length();
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
