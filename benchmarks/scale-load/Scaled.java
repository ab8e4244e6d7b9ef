import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A number of one thing in one JVM: pools, threads, threads that wait, virtual threads, call sites, or tasks a second.
 * Arguments: what, how many. Prints "ready" when all are there; ends when its input does.
 */
final class Scaled {
  private static final CountDownLatch NEVER = new CountDownLatch(1);
  private static final int SUBMISSIONS_A_SECOND = 5_000;

  public static void main(String[] arguments) throws Exception {
    int count = Integer.parseInt(arguments[1]);
    Runnable tenTimesASecond =
        switch (arguments[0]) {
          case "pools" -> pools(count);
          case "threads" -> threads(count);
          case "waits" -> waits(count);
          case "virtual" -> virtual(count);
          case "sites" -> sites(count);
          case "tasks" -> tasks(count);
          default -> throw new IllegalArgumentException(arguments[0]);
        };
    System.out.println("ready");
    long next = System.nanoTime();
    while (System.in.available() == 0) {
      tenTimesASecond.run();
      next += 100_000_000;
      LockSupport.parkNanos(next - System.nanoTime());
    }
    System.exit(0);
  }

  /** One thread each, and a task for each once a second. */
  private static Runnable pools(int count) {
    List<ExecutorService> pools = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      pools.add(
          new ThreadPoolExecutor(1, 1, 1, TimeUnit.HOURS, new LinkedBlockingQueue<>(100), Scaled::small));
    }
    int[] round = {0};
    return () -> {
      for (int i = round[0]++ % 10; i < count; i += 10) {
        pools.get(i).execute(Thread::onSpinWait);
      }
    };
  }

  /** Half of them idle workers of one pool, half wait at a latch. */
  private static Runnable threads(int count) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            count, count, 1, TimeUnit.HOURS, new LinkedBlockingQueue<>(), Scaled::small);
    pool.prestartAllCoreThreads();
    for (int i = 0; i < count / 2; i++) {
      pool.execute(Scaled::await);
    }
    return () -> pool.execute(Thread::onSpinWait);
  }

  /** Of 20 threads 14 at one latch, 4 in Object.wait, one at a lock and one at a monitor. */
  private static Runnable waits(int count) {
    ReentrantLock lock = new ReentrantLock();
    lock.lock();
    Object monitor = new Object();
    small(() -> hold(monitor)).start();
    for (int i = 0; i < count; i++) {
      Runnable waits =
          switch (i % 20) {
            case 0 -> lock::lock;
            case 1 -> () -> hold(monitor);
            case 2, 3, 4, 5 -> () -> hold(new Object());
            default -> Scaled::await;
          };
      small(waits).start();
    }
    return () -> {};
  }

  /** As who owns the monitor, for ever. */
  private static void hold(Object monitor) {
    synchronized (monitor) {
      Object other = new Object();
      synchronized (other) {
        while (true) {
          try {
            other.wait();
          } catch (InterruptedException e) {
            return;
          }
        }
      }
    }
  }

  private static Runnable virtual(int count) throws Exception {
    ExecutorService all =
        (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    for (int i = 0; i < count; i++) {
      all.execute(Scaled::await);
    }
    return () -> {};
  }

  /** So many lines, in a class each, that submit in turns. */
  private static Runnable sites(int count) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(1, Scaled::small);
    List<Site> sites = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      sites.add(Sites.site(i));
    }
    int[] at = {0};
    return () -> {
      for (int i = 0; i < SUBMISSIONS_A_SECOND / 10; i++) {
        sites.get(at[0]++ % count).submit(pool);
      }
    };
  }

  private static Runnable tasks(int aSecond) {
    ExecutorService pool = Executors.newFixedThreadPool(1, Scaled::small);
    return () -> pool.execute(() -> feed(pool, aSecond / 10));
  }

  /** The worker feeds itself, so that no thread is woken for each task. */
  private static void feed(ExecutorService pool, int count) {
    for (int i = 0; i < count; i++) {
      pool.execute(Thread::onSpinWait);
    }
  }

  private static Thread small(Runnable task) {
    Thread thread = new Thread(null, task, "worker", 128 << 10);
    thread.setDaemon(true);
    return thread;
  }

  private static void await() {
    try {
      NEVER.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public interface Site {
    void submit(ExecutorService pool);
  }

  public static final class Site000000 implements Site {
    public Site000000() {}

    @Override
    public void submit(ExecutorService pool) {
      pool.execute(Thread::onSpinWait);
    }
  }

  /** Classes that differ from the one above in their names alone, each in a loader of its own. */
  static final class Sites extends ClassLoader {
    private Sites() {
      super(Scaled.class.getClassLoader());
    }

    static Site site(int number) throws Exception {
      String six = String.format("%06d", number);
      try (InputStream in = Scaled.class.getResourceAsStream("Scaled$Site000000.class")) {
        String text = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        byte[] bytes = text.replace("Site000000", "Site" + six).getBytes(StandardCharsets.ISO_8859_1);
        Class<?> type = new Sites().defineClass("Scaled$Site" + six, bytes, 0, bytes.length);
        return (Site) type.getDeclaredConstructor().newInstance();
      }
    }
  }
}
