import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * 500 pools of one thread, and ten threads that wait for a task in each: 5,000 waits. For measuring
 * what a large application costs to look at. Runs for as many seconds as its argument says.
 */
public class Crowd {
  static final int POOLS = 500;
  static final int WAITERS = 10;

  public static void main(String[] args) throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    for (int i = 0; i < POOLS; i++) {
      String name = "pool-" + (char) ('a' + i / 26 % 26) + (char) ('a' + i % 26);
      ExecutorService pool = Executors.newSingleThreadExecutor(task -> daemon(task, name));
      Future<?> first = pool.submit(() -> await(end));
      for (int waiter = 0; waiter < WAITERS; waiter++) {
        daemon(() -> await(first), name + "-waiter-" + waiter).start();
      }
    }
    System.out.println("waiting");
    end.await(Long.parseLong(args[0]), TimeUnit.SECONDS);
    System.exit(0);
  }

  static void await(CountDownLatch end) {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void await(Future<?> first) {
    try {
      first.get();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(null, task, name, 1 << 16);
    thread.setDaemon(true);
    return thread;
  }
}
