/*
 * claim: a virtual thread holds a lock during get() of a task of a pool that wants the lock; a platform thread during get() of a task in a virtual thread that wants another
 * jdk: 21..
 * expect: lock-deadlock critical at GET or INSIDE
 * expect: lock-deadlock critical at GET2 or INSIDE2
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

public class LockDeadlockVirtualFuture {
  static final ExecutorService pool = Executors.newFixedThreadPool(2);
  static final ExecutorService threads = virtualThreads();
  static final ReentrantLock cache = new ReentrantLock();
  static final ReentrantLock index = new ReentrantLock();

  public static void main(String[] args) throws Exception {
    threads.execute(LockDeadlockVirtualFuture::refresh);
    Thread platform = new Thread(LockDeadlockVirtualFuture::rebuild, "rebuild");
    platform.setDaemon(true);
    platform.start();
    Thread.sleep(8_000);
    System.exit(0);
  }

  static void refresh() {
    cache.lock();
    try {
      pool.submit(
              () -> {
                cache.lock(); // <INSIDE>
              })
          .get(); // <GET>
    } catch (Exception e) {
      throw new IllegalStateException(e);
    } finally {
      cache.unlock();
    }
  }

  static void rebuild() {
    index.lock();
    try {
      threads
          .submit(
              () -> {
                index.lock(); // <INSIDE2>
              })
          .get(); // <GET2>
    } catch (Exception e) {
      throw new IllegalStateException(e);
    } finally {
      index.unlock();
    }
  }

  /** Java 17 has no virtual threads to compile against. */
  static ExecutorService virtualThreads() {
    try {
      return (ExecutorService)
          Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
