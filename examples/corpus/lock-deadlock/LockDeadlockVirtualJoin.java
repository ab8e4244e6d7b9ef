/*
 * claim: a thread holds a lock while it waits for the end of a virtual thread that wants the lock, once as a platform thread, once as a virtual one
 * jdk: 21..
 * expect: lock-deadlock critical at JOIN or INSIDE
 * expect: lock-deadlock critical at JOIN2 or INSIDE2
 */
import java.util.concurrent.locks.ReentrantLock;

public class LockDeadlockVirtualJoin {
  static final ReentrantLock cache = new ReentrantLock();
  static final ReentrantLock index = new ReentrantLock();

  public static void main(String[] args) throws Exception {
    Thread platform = new Thread(LockDeadlockVirtualJoin::refresh, "refresher");
    platform.setDaemon(true);
    platform.start();
    startVirtual(LockDeadlockVirtualJoin::rebuild);
    Thread.sleep(8_000);
  }

  static void refresh() {
    cache.lock();
    Thread loader =
        startVirtual(
            () -> {
              cache.lock(); // <INSIDE>
            });
    try {
      loader.join(); // <JOIN>
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void rebuild() {
    index.lock();
    Thread loader =
        startVirtual(
            () -> {
              index.lock(); // <INSIDE2>
            });
    try {
      loader.join(); // <JOIN2>
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Java 17 has no virtual threads to compile against. */
  static Thread startVirtual(Runnable task) {
    try {
      return (Thread)
          Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
