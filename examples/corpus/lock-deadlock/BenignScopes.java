/*
 * claim: threads hold a lock while they join a scope whose subtask wants it, but another subtask fails after seconds, as does one of the scope around; a
 *   slow subtask keeps its owner, and hundreds of scopes come and go
 * twin of: lock-deadlock
 * jdk: 21..
 * flags: --enable-preview
 * seconds: 14
 */
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

public class BenignScopes {
  static final ReentrantLock cache = new ReentrantLock();
  static final ReentrantLock index = new ReentrantLock();
  static final ReentrantLock free = new ReentrantLock();
  static Class<?> scopes;
  static Method fork;
  static Method join;

  public static void main(String[] args) throws Exception {
    scopes = Class.forName("java.util.concurrent.StructuredTaskScope"); // a preview in 21 and 25
    fork = scopes.getMethod("fork", Callable.class);
    join = scopes.getMethod("join");
    ExecutorService threads =
        (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    threads.submit(() -> locked(cache, () -> sleep(11_000, true)));
    threads.submit(() -> all(() -> locked(index, () -> 1), () -> sleep(11_000, true)));
    threads.submit(() -> all(() -> sleep(11_000, false)));
    for (int i = 0; i < 600; i++) {
      threads.submit(() -> all(() -> sleep(50, false), () -> take(free), () -> take(free)));
      Thread.sleep(20);
    }
    System.exit(0);
  }

  static AutoCloseable open() throws ReflectiveOperationException {
    return (AutoCloseable)
        (scopes.isInterface() // since 25
            ? scopes.getMethod("open").invoke(null)
            : Class.forName(scopes.getName() + "$ShutdownOnFailure").getConstructor().newInstance());
  }

  static int locked(ReentrantLock lock, Callable<Integer> other) throws Exception {
    lock.lock();
    try {
      return all(() -> take(lock), other);
    } finally {
      lock.unlock();
    }
  }

  @SafeVarargs
  static int all(Callable<Integer>... parts) throws Exception {
    try (AutoCloseable scope = open()) {
      for (Callable<Integer> part : parts) {
        fork.invoke(scope, part);
      }
      join.invoke(scope);
    } catch (InvocationTargetException failed) {
      return 0;
    }
    return 1;
  }

  static int take(ReentrantLock lock) throws Exception {
    lock.lockInterruptibly();
    lock.unlock();
    return 1;
  }

  static int sleep(long millis, boolean fail) throws Exception {
    Thread.sleep(millis);
    return fail ? 1 / 0 : 1;
  }
}
