/*
 * claim: an executor wraps every task to carry a context along; both threads wait for what is queued
 * expect: pool-deadlock critical at WAIT
 */
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class DeadlockDecoratedTasks {
  static final ThreadLocal<String> context = new ThreadLocal<>();
  static final ThreadPoolExecutor pool =
      new ThreadPoolExecutor(2, 2, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), daemon());
  static final Executor decorated = task -> pool.execute(carrying(context.get(), task));

  public static void main(String[] args) throws Exception {
    CountDownLatch both = new CountDownLatch(2);
    for (int i = 0; i < 2; i++) {
      CompletableFuture.runAsync(() -> outer(both), decorated);
    }
    Thread.sleep(7_000);
  }

  static void outer(CountDownLatch both) {
    both.countDown();
    try {
      both.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    CompletableFuture.supplyAsync(() -> "part", decorated).join(); // <WAIT>
  }

  static Runnable carrying(String value, Runnable task) {
    return () -> {
      context.set(value);
      try {
        task.run();
      } finally {
        context.remove();
      }
    };
  }

  static ThreadFactory daemon() {
    return task -> {
      Thread thread = new Thread(task, "decorated");
      thread.setDaemon(true);
      return thread;
    };
  }
}
