import java.util.Arrays;
import java.util.Locale;
import java.util.Scanner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/**
 * A service that measures itself: 8 threads each have a request every 10 ms, which they hand to a pool of 8 as a
 * future and wait for; its latency counts from when it was due. One more thread wakes every millisecond, and by how
 * much it is late is what the whole JVM stood still, or its machine was busy. A line on standard input asks for what
 * was seen since the last one: requests a second, latencies and the longest hiccup in ms, on one line. Ends with its
 * standard input.
 */
public class Hiccups {
  private static final int THREADS = 8;
  private static final long PERIOD_NANOS = 10_000_000;
  private static final int MOST = 1 << 21;

  private static final ExecutorService POOL = Executors.newFixedThreadPool(THREADS);
  private static final long[] LATENCIES = new long[MOST];
  private static int requests;
  private static long longestHiccup;
  private static long since = System.nanoTime();
  private static volatile long sink;

  public static void main(String[] args) {
    for (int i = 0; i < THREADS; i++) {
      long offset = i * PERIOD_NANOS / THREADS;
      start("request-" + i, () -> serve(offset));
    }
    start("clock", Hiccups::tick);
    Scanner lines = new Scanner(System.in);
    while (lines.hasNextLine()) {
      lines.nextLine();
      System.out.println(report());
    }
    System.exit(0);
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  private static void serve(long offset) {
    long due = System.nanoTime() + offset;
    while (true) {
      awaitNanos(due);
      CompletableFuture.supplyAsync(Hiccups::work, POOL).join();
      record(System.nanoTime() - due);
      due += PERIOD_NANOS;
    }
  }

  private static long work() {
    byte[] bytes = new byte[10_000];
    long sum = 0;
    for (int i = 0; i < 40_000; i++) {
      sum = sum * 31 + bytes[i % bytes.length];
    }
    sink = sum;
    return sum;
  }

  private static void tick() {
    while (true) {
      long due = System.nanoTime() + 1_000_000;
      awaitNanos(due);
      long late = System.nanoTime() - due;
      synchronized (LATENCIES) {
        longestHiccup = Math.max(longestHiccup, late);
      }
    }
  }

  private static void awaitNanos(long due) {
    for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private static void record(long nanos) {
    synchronized (LATENCIES) {
      if (requests < MOST) {
        LATENCIES[requests++] = nanos;
      }
    }
  }

  private static String report() {
    synchronized (LATENCIES) {
      long now = System.nanoTime();
      long[] sorted = Arrays.copyOf(LATENCIES, requests);
      Arrays.sort(sorted);
      String line =
          String.format(
              Locale.ROOT,
              "{\"perSecond\":%.1f,\"p50\":%.3f,\"p99\":%.3f,\"max\":%.3f,\"hiccup\":%.3f}",
              requests * 1e9 / (now - since),
              quantile(sorted, 0.5),
              quantile(sorted, 0.99),
              quantile(sorted, 1),
              longestHiccup / 1e6);
      requests = 0;
      longestHiccup = 0;
      since = now;
      return line;
    }
  }

  private static double quantile(long[] sorted, double part) {
    return sorted.length == 0 ? 0 : sorted[(int) Math.ceil(part * (sorted.length - 1))] / 1e6;
  }
}
