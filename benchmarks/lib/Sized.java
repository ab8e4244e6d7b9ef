import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A pool of so many threads, and tasks that hold a thread for 100 ms, one in ten for 500 ms. {@code
 * stream THREADS RATE}: they arrive at random until standard input ends. {@code batch THREADS JOBS}:
 * all at once; ends when they are done. Prints what was measured, and nothing that Snarl says.
 */
public class Sized {
  static final Random random = new Random(7);

  public static void main(String[] args) throws Exception {
    int threads = Integer.parseInt(args[1]);
    double number = Double.parseDouble(args[2]);
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(threads, threads, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>());
    pool.prestartAllCoreThreads();
    System.out.println("ready");
    if (args[0].equals("batch")) {
      long began = System.nanoTime();
      for (int i = 0; i < number; i++) {
        pool.execute(task());
      }
      pool.shutdown();
      pool.awaitTermination(10, TimeUnit.MINUTES);
      System.out.println("took " + (System.nanoTime() - began) / 1e9);
      return;
    }
    double[] waits = new double[1_000_000];
    int count = 0;
    long began = System.nanoTime();
    double due = 0;
    long before = 0;
    boolean measuring = false;
    while (true) {
      due -= Math.log(1 - random.nextDouble()) / number;
      long sleep = (long) (due * 1e9) - (System.nanoTime() - began);
      if (sleep > 0) {
        TimeUnit.NANOSECONDS.sleep(sleep);
      }
      if (System.in.available() > 0) {
        int command = System.in.read();
        if (command == 'm') { // from now on
          began = System.nanoTime();
          due = 0;
          count = 0;
          before = pool.getCompletedTaskCount();
        } else {
          break;
        }
      }
      int at = count++ % waits.length;
      long submitted = System.nanoTime();
      Runnable task = task();
      pool.execute(
          () -> {
            waits[at] = (System.nanoTime() - submitted) / 1e9;
            task.run();
          });
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    long done = pool.getCompletedTaskCount() - before;
    pool.shutdownNow();
    double[] seen = Arrays.copyOf(waits, count);
    Arrays.sort(seen);
    System.out.println("throughput " + done / seconds);
    System.out.println("wait " + seen[(int) (seen.length * 0.95)]);
  }

  static Runnable task() {
    long millis = random.nextInt(10) == 0 ? 500 : 100;
    return () -> {
      try {
        Thread.sleep(millis);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    };
  }
}
