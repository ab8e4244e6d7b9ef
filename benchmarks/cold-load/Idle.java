import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A program with next to nothing to do: so many threads, half of them in a pool, and one task a
 * second. Ends when its input does.
 */
final class Idle {
  public static void main(String[] arguments) throws Exception {
    int half = Integer.parseInt(arguments[0]) / 2;
    CountDownLatch never = new CountDownLatch(1);
    for (int i = 0; i < half; i++) {
      Thread thread = new Thread(() -> await(never), "idle-" + i);
      thread.setDaemon(true);
      thread.start();
    }
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(half, half, 1, TimeUnit.HOURS, new LinkedBlockingQueue<>());
    pool.prestartAllCoreThreads();
    ScheduledExecutorService clock = Executors.newScheduledThreadPool(1);
    clock.scheduleAtFixedRate(() -> pool.execute(Thread::onSpinWait), 1, 1, TimeUnit.SECONDS);
    System.out.println("ready");
    while (System.in.read() >= 0) {}
    System.exit(0);
  }

  private static void await(CountDownLatch never) {
    try {
      never.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
