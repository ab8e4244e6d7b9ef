/*
 * claim: a reply that takes seven seconds where others take two, while tasks queue behind it; a consumer
 *   that an application's wrapper runs, beside tasks that end
 * twin of: stuck-task
 * flags: -Dsnarl.rules.stuck-task.waitSeconds=5
 * allow: pool-saturated warning
 * allow: pool-starvation warning
 * seconds: 26
 */
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class BenignSlowReply {
  static final ScheduledExecutorService listener = Executors.newSingleThreadScheduledExecutor();

  /** Carries a context along, as those of logging do. */
  static final class WithContext implements Runnable {
    private final Runnable task;

    WithContext(Runnable task) {
      this.task = task;
    }

    @Override
    public void run() {
      task.run();
    }
  }

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    for (int i = 0; i < 6; i++) {
      pool.execute(() -> ask(2_000));
    }
    pool.execute(() -> ask(7_000));
    for (int i = 0; i < 5; i++) {
      pool.execute(() -> {});
    }
    ExecutorService wrapped = Executors.newFixedThreadPool(1);
    for (int i = 0; i < 8; i++) {
      wrapped.execute(new WithContext(BenignSlowReply::shortTask));
    }
    wrapped.execute(new WithContext(BenignSlowReply::session));
    wrapped.execute(() -> {});
    Thread.sleep(25_000);
    pool.shutdownNow();
    wrapped.shutdownNow();
    listener.shutdownNow();
  }

  static void shortTask() {
    ask(300);
  }

  static void session() {
    ask(1_000_000);
  }

  static void ask(long millis) {
    CountDownLatch reply = new CountDownLatch(1);
    listener.schedule(reply::countDown, millis, TimeUnit.MILLISECONDS);
    try {
      reply.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
