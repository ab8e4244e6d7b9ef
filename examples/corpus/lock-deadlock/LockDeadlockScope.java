/*
 * claim: a thread holds a lock while it joins a task scope whose subtask wants the lock, once as a virtual thread whose other subtask ends, once as a
 *   platform thread
 * jdk: 21..
 * flags: --enable-preview
 * expect: lock-deadlock critical at JOIN or INSIDE
 * expect: lock-deadlock critical at JOIN2 or INSIDE2
 */
import java.lang.reflect.Method;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

public class LockDeadlockScope {
  static final ReentrantLock cache = new ReentrantLock();
  static final ReentrantLock index = new ReentrantLock();
  static Class<?> scopes;
  static Method fork;
  static Method join;

  public static void main(String[] args) throws Exception {
    scopes = Class.forName("java.util.concurrent.StructuredTaskScope"); // a preview in 21 and 25
    fork = scopes.getMethod("fork", Callable.class);
    join = scopes.getMethod("join");
    ExecutorService threads =
        (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    threads.submit(() -> refresh());
    new Thread(() -> rebuild(), "rebuild").start();
    Thread.sleep(6_000);
    System.exit(0);
  }

  static AutoCloseable open() throws ReflectiveOperationException {
    return (AutoCloseable)
        (scopes.isInterface() // since 25
            ? scopes.getMethod("open").invoke(null)
            : Class.forName(scopes.getName() + "$ShutdownOnFailure").getConstructor().newInstance());
  }

  static Object refresh() throws Exception {
    cache.lock();
    try (AutoCloseable scope = open()) {
      fork.invoke(scope, (Callable<Integer>) () -> load());
      fork.invoke(scope, (Callable<Integer>) () -> 1);
      return join.invoke(scope); // <JOIN>
    } finally {
      cache.unlock();
    }
  }

  static int load() {
    cache.lock(); // <INSIDE>
    try {
      return 1;
    } finally {
      cache.unlock();
    }
  }

  static void rebuild() {
    index.lock();
    try {
      Object scope = open();
      fork.invoke(scope, (Callable<Integer>) () -> read());
      join.invoke(scope); // <JOIN2>
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    } finally {
      index.unlock();
    }
  }

  static int read() {
    index.lock(); // <INSIDE2>
    index.unlock();
    return 1;
  }
}
