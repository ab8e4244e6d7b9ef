/*
 * claim: two threads take two mutexes of the application's own, built on AbstractQueuedSynchronizer, in opposite order
 * expect: lock-deadlock warning at SECOND
 * seconds: 16
 */
import java.util.concurrent.locks.AbstractQueuedSynchronizer;

public class LockDeadlockOwnMutexes {
  static final class Mutex extends AbstractQueuedSynchronizer {
    private static final long serialVersionUID = 1;

    @Override
    protected boolean tryAcquire(int n) {
      boolean mine = compareAndSetState(0, 1);
      if (mine) {
        setExclusiveOwnerThread(Thread.currentThread());
      }
      return mine;
    }

    @Override
    protected boolean tryRelease(int n) {
      setExclusiveOwnerThread(null);
      setState(0);
      return true;
    }
  }

  static final Mutex stock = new Mutex();
  static final Mutex cart = new Mutex();

  public static void main(String[] args) throws Exception {
    new Thread(() -> move(stock, cart), "first").start();
    new Thread(() -> move(cart, stock), "second").start();
    Thread.sleep(14_000);
    Runtime.getRuntime().halt(0);
  }

  static void move(Mutex from, Mutex to) {
    from.acquire(1);
    try {
      Thread.sleep(300);
      to.acquire(1); // <SECOND>
      to.release(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      from.release(1);
    }
  }
}
