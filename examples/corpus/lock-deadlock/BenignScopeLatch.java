/*
 * claim: subtasks wait at latches that somebody else counts down after a quarter of a minute: a callback, which the owner has handed its latch, or
 *   another subtask; the owners count them down as well, to be sure
 * twin of: lock-deadlock
 * jdk: 21..
 * flags: --enable-preview
 * seconds: 30
 */
import java.lang.reflect.Method;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class BenignScopeLatch {
  static Class<?> scopes;
  static final ScheduledExecutorService peer = Executors.newScheduledThreadPool(1);

  public static void main(String[] args) throws Exception {
    scopes = Class.forName("java.util.concurrent.StructuredTaskScope"); // a preview in 21 and 25
    ExecutorService threads =
        (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    for (int i = 0; i < 60; i++) {
      boolean handed = i % 2 == 0;
      threads.submit(() -> handed ? callback() : subtask());
      Thread.sleep(200);
    }
    Thread.sleep(16_000);
    System.exit(0);
  }

  static int callback() throws Exception {
    Method fork = scopes.getMethod("fork", Callable.class);
    CountDownLatch answered = new CountDownLatch(1);
    try (AutoCloseable scope = open()) {
      peer.schedule(() -> answered.countDown(), 15, TimeUnit.SECONDS);
      Callable<Integer> await =
          () -> {
            answered.await();
            return 1;
          };
      fork.invoke(scope, await);
      scopes.getMethod("join").invoke(scope);
    } finally {
      answered.countDown();
    }
    return 1;
  }

  static int subtask() throws Exception {
    Method fork = scopes.getMethod("fork", Callable.class);
    CountDownLatch loaded = new CountDownLatch(1);
    try (AutoCloseable scope = open()) {
      Callable<Integer> await =
          () -> {
            loaded.await();
            return 1;
          };
      fork.invoke(scope, await);
      fork.invoke(scope, (Callable<Integer>) () -> load());
      scopes.getMethod("join").invoke(scope);
      loaded.countDown();
    }
    return 1;
  }

  static AutoCloseable open() throws ReflectiveOperationException {
    return (AutoCloseable)
        (scopes.isInterface() // since 25
            ? scopes.getMethod("open").invoke(null)
            : Class.forName(scopes.getName() + "$ShutdownOnFailure").getConstructor().newInstance());
  }

  static int load() throws InterruptedException {
    Thread.sleep(15_000);
    return 1 / 0;
  }
}
