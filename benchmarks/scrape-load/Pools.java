import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Many pools and threads: each pool runs short tasks, and some of its threads wait for futures of the
 * next pool. Arguments: pools, threads in all, of them blocked in a future. Ends when its input does.
 */
final class Pools {
  public static void main(String[] arguments) throws Exception {
    int count = Integer.parseInt(arguments[0]);
    int threads = Integer.parseInt(arguments[1]) / count;
    int blocked = Integer.parseInt(arguments[2]) / count;
    List<ThreadPoolExecutor> pools = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String name = "pool-" + letters(i) + "-";
      AtomicLong number = new AtomicLong();
      ThreadPoolExecutor pool =
          new ThreadPoolExecutor(
              threads,
              threads,
              1,
              TimeUnit.HOURS,
              new ArrayBlockingQueue<>(10_000),
              task -> {
                Thread thread = new Thread(null, task, name + number.incrementAndGet(), 256 << 10);
                thread.setDaemon(true);
                return thread;
              });
      pool.prestartAllCoreThreads();
      pools.add(pool);
    }
    CountDownLatch never = new CountDownLatch(1);
    for (int i = 0; i < count; i++) {
      ThreadPoolExecutor next = pools.get((i + 1) % count);
      for (int j = 0; j < blocked; j++) {
        Future<?> slow =
            next.submit(
                () -> {
                  never.await();
                  return null;
                });
        pools.get(i).execute(() -> await(slow));
      }
    }
    System.out.println("ready");
    while (System.in.available() == 0) {
      for (ThreadPoolExecutor pool : pools) {
        pool.execute(() -> Thread.onSpinWait());
      }
      Thread.sleep(100);
    }
    System.exit(0);
  }

  private static void await(Future<?> future) {
    try {
      future.get();
    } catch (Exception e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Without digits, which would be folded into one name. */
  private static String letters(int number) {
    StringBuilder text = new StringBuilder();
    for (int rest = number; text.length() < 3; rest /= 26) {
      text.append((char) ('a' + rest % 26));
    }
    return text.toString();
  }
}
