/*
 * claim: a thread holds a lock while it joins a task scope whose subtask wants the lock, once as a virtual thread whose other subtask ends, once as a
 *   platform thread
 * jdk: 25..
 * flags: --enable-preview
 * expect: lock-deadlock critical at JOIN or INSIDE
 * expect: lock-deadlock critical at JOIN2 or INSIDE2
 */
import java.lang.reflect.Method;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

public class LockDeadlockScope {
  static final ReentrantLock cache = new ReentrantLock();
  static final ReentrantLock index = new ReentrantLock();
  static Method open;
  static Method fork;
  static Method join;
  static Method close;

  public static void main(String[] args) throws Exception {
    Class<?> scopes = Class.forName("java.util.concurrent.StructuredTaskScope"); // a preview in 25
    open = scopes.getMethod("open");
    fork = scopes.getMethod("fork", Callable.class);
    join = scopes.getMethod("join");
    close = scopes.getMethod("close");
    Class<?> threads = Executors.class;
    ((java.util.concurrent.ExecutorService)
            threads.getMethod("newVirtualThreadPerTaskExecutor").invoke(null))
        .submit(() -> refresh());
    Thread platform = new Thread(() -> rebuild(), "rebuild");
    platform.setDaemon(true);
    platform.start();
    Thread.sleep(6_000);
    System.exit(0);
  }

  static Object refresh() throws Exception {
    cache.lock();
    Object scope = open.invoke(null);
    try {
      fork.invoke(scope, (Callable<Integer>) () -> load());
      fork.invoke(scope, (Callable<Integer>) () -> 1);
      return join.invoke(scope); // <JOIN>
    } finally {
      close.invoke(scope);
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
      Object scope = open.invoke(null);
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
