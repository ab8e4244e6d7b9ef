import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Several tangles at once, to look at: requests that wait for a worker that is itself blocked, a
 * pool that waits for itself, a pool that is too small, a thread for each task, and garbage. The
 * first argument is the number of seconds for which it runs, 60 without. With {@code hostile} as the
 * second, there are also threads whose names try to be more than text.
 */
public class Tangled {
  /** Markup, a mark that turns text around, and a mebibyte. */
  static final String[] HOSTILE = {
    "<script>document.title='owned'</script>",
    "<img src=x onerror=\"document.title='owned'\">",
    "\u202egnorw yaw eht\u202c-worker",
    "x".repeat(1 << 20)
  };

  static final ExecutorService requests = Executors.newFixedThreadPool(6, named("http-exec-"));
  static final ExecutorService workers = Executors.newFixedThreadPool(6, named("sandbox-"));
  static final ExecutorService stuck = Executors.newFixedThreadPool(2, named("report-"));
  static final ExecutorService small = Executors.newFixedThreadPool(2, named("mail-"));
  static final ScheduledExecutorService load =
      Executors.newScheduledThreadPool(2, named("load-"));

  public static void main(String[] args) throws Exception {
    long seconds = args.length > 0 ? Long.parseLong(args[0]) : 60;
    load.scheduleAtFixedRate(() -> requests.execute(Tangled::handle), 0, 100, TimeUnit.MILLISECONDS);
    load.scheduleAtFixedRate(() -> small.execute(Tangled::send), 0, 100, TimeUnit.MILLISECONDS);
    load.scheduleAtFixedRate(Tangled::oneThread, 0, 200, TimeUnit.MILLISECONDS);
    stuck.submit(Tangled::outer);
    stuck.submit(Tangled::outer);
    List<ExecutorService> named = new ArrayList<>();
    for (String name : args.length > 1 && args[1].equals("hostile") ? HOSTILE : new String[0]) {
      ExecutorService pool = Executors.newSingleThreadExecutor(task -> daemon(task, name));
      Future<?> never = pool.submit(() -> pause(seconds * 1_000));
      daemon(() -> await(never), name + "-waiter").start();
      named.add(pool);
    }
    System.out.println("tangled");
    pause(seconds * 1_000);
    System.exit(0);
  }

  static void handle() {
    try {
      CompletableFuture.runAsync(() -> pause(300), workers).get();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static void send() {
    byte[] garbage = new byte[1 << 18];
    pause(300 + garbage[0]);
  }

  static void oneThread() {
    daemon(() -> pause(150), "task").start();
  }

  static Object outer() throws Exception {
    pause(200);
    return stuck.submit(() -> "inner").get();
  }

  static void await(Future<?> future) {
    try {
      future.get();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  static java.util.concurrent.ThreadFactory named(String prefix) {
    java.util.concurrent.atomic.AtomicInteger count = new java.util.concurrent.atomic.AtomicInteger();
    return task -> daemon(task, prefix + count.incrementAndGet());
  }
}
