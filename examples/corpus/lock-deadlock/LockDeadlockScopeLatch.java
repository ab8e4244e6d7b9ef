/*
 * claim: a subtask waits at a latch that the owner of its scope counts down after it has joined the subtask
 * jdk: 25..
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
  public static void main(String[] args) throws Exception {
    Class<?> scopes = Class.forName("java.util.concurrent.StructuredTaskScope"); // a preview in 25
    ExecutorService threads =
        (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    for (int i = 0; i < 200; i++) {
      boolean audited = i % 20 == 19;
      threads.submit(() -> handle(scopes, audited));
      Thread.sleep(100);
    }
    System.exit(0);
  }

  static int handle(Class<?> scopes, boolean audited) throws Exception {
    Method fork = scopes.getMethod("fork", Callable.class);
    CountDownLatch published = new CountDownLatch(1);
    Object scope = scopes.getMethod("open").invoke(null);
    try {
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
    } finally {
      scopes.getMethod("close").invoke(scope);
    }
    return 1;
  }

  static int price() throws InterruptedException {
    Thread.sleep(20);
    return 1;
  }
}
