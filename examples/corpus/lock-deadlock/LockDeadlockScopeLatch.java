/*
 * claim: a subtask waits at a latch that the owner of its scope counts down after it has joined the subtask
 * jdk: 21..
 * flags: --enable-preview
 * expect: lock-deadlock warning at JOIN or AWAIT
 * seconds: 22
 */
import java.lang.reflect.Method;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LockDeadlockScopeLatch {
  static Class<?> scopes;

  public static void main(String[] args) throws Exception {
    scopes = Class.forName("java.util.concurrent.StructuredTaskScope"); // a preview in 21 and 25
    ExecutorService threads =
        (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    for (int i = 0; i < 200; i++) {
      boolean audited = i % 20 == 19;
      threads.submit(() -> handle(audited));
      Thread.sleep(100);
    }
    System.exit(0);
  }

  static int handle(boolean audited) throws Exception {
    Method fork = scopes.getMethod("fork", Callable.class);
    CountDownLatch published = new CountDownLatch(1);
    try (AutoCloseable scope = open()) {
      fork.invoke(scope, (Callable<Integer>) () -> price());
      if (audited) {
        Callable<Integer> audit =
            () -> {
              published.await(); // <AWAIT>
              return 1;
            };
        fork.invoke(scope, audit);
      }
      scopes.getMethod("join").invoke(scope); // <JOIN>
      published.countDown();
    }
    return 1;
  }

  static AutoCloseable open() throws ReflectiveOperationException {
    return (AutoCloseable)
        (scopes.isInterface() // since 25
            ? scopes.getMethod("open").invoke(null)
            : Class.forName(scopes.getName() + "$ShutdownOnFailure").getConstructor().newInstance());
  }

  static int price() throws InterruptedException {
    Thread.sleep(20);
    return 1;
  }
}
