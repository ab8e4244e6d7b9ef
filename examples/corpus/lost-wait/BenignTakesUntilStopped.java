/*
 * claim: all threads wait: for something to do in loops that a flag ends, for a bounded number of tasks on a daemon, and main for the end of a pool that beats
 * twin of: lost-wait
 * seconds: 35
 */
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

public class BenignTakesUntilStopped {
  static final int MOST = 100_000;
  static final BlockingQueue<Integer> orders = new LinkedBlockingQueue<>();
  static final AtomicLong beats = new AtomicLong();
  static volatile boolean running = true;

  public static void main(String[] args) throws Exception {
    CompletionService<Integer> results = new ExecutorCompletionService<>(Executors.newFixedThreadPool(2));
    start("consumer", false, BenignTakesUntilStopped::consume);
    start("daemon", true, BenignTakesUntilStopped::consumeSome);
    start("reporter", false, () -> report(results));
    for (int i = 0; i < 20; i++) {
      int order = i;
      orders.put(order);
      results.submit(() -> order * order);
    }
    ScheduledExecutorService clock = Executors.newScheduledThreadPool(1);
    clock.scheduleAtFixedRate(BenignTakesUntilStopped::beat, 1, 1, TimeUnit.SECONDS);
    clock.awaitTermination(Long.MAX_VALUE, TimeUnit.DAYS);
    System.out.println("stopped");
  }

  static void beat() {
    if (beats.incrementAndGet() > 31) System.exit(0);
  }

  static void start(String name, boolean daemon, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(daemon);
    thread.start();
  }

  static int took() {
    try {
      return orders.take();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static void consume() {
    long sum = 0;
    while (running) {
      sum += took();
    }
    System.out.println(sum);
  }

  static void consumeSome() {
    long sum = 0;
    for (int i = 0; i < MOST; i++) {
      sum += took();
    }
    System.out.println(sum);
  }

  static void report(CompletionService<Integer> results) {
    try {
      while (running) {
        System.out.println(results.take().get());
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
