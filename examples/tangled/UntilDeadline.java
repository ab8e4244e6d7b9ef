import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A pool whose threads wait for tasks in its own queue, each until a deadline: a circle that is no
 * deadlock. Runs for as many seconds as its argument says, 60 without.
 */
public class UntilDeadline {
  static final AtomicInteger started = new AtomicInteger();
  static final ExecutorService pool =
      Executors.newFixedThreadPool(2, task -> new Thread(task, "retry-" + started.incrementAndGet()));

  public static void main(String[] args) throws Exception {
    pool.submit(UntilDeadline::outer);
    pool.submit(UntilDeadline::outer);
    System.out.println("waiting");
    TimeUnit.SECONDS.sleep(args.length > 0 ? Long.parseLong(args[0]) : 60);
    System.exit(0);
  }

  static Object outer() throws Exception {
    TimeUnit.MILLISECONDS.sleep(200);
    return pool.submit(() -> "inner").get(1, TimeUnit.HOURS);
  }
}
