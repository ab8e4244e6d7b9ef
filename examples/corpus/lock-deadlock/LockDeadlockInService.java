/*
 * claim: a ledger puts into its full queue under the lock that its only consumer needs, and a store awaits a condition in
 *   the monitor that its signaller must enter; queue and condition are fields of objects that the tasks call
 * expect: lock-deadlock warning at PUTS or LOCKS
 * expect: lock-deadlock warning at AWAITS or ENTERS
 * allow: pool-saturated warning
 * seconds: 20
 */
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

public class LockDeadlockInService {
  static class Ledger {
    final ReentrantLock lock = new ReentrantLock();
    final BlockingQueue<Integer> entries = new ArrayBlockingQueue<>(2);

    Object book(int n) throws InterruptedException {
      lock.lock();
      try {
        entries.put(n); // <PUTS>
        return n;
      } finally {
        lock.unlock();
      }
    }

    Object drain() throws InterruptedException {
      for (int n = 0; ; n += entries.take()) {
        Thread.sleep(50);
        lock.lock(); // <LOCKS>
        lock.unlock();
      }
    }
  }

  static class Store {
    final Lock lock = new ReentrantLock();
    final Condition notEmpty = lock.newCondition();
    final Deque<Integer> items = new ArrayDeque<>();

    synchronized Object next() throws InterruptedException {
      lock.lock();
      try {
        while (items.isEmpty()) {
          notEmpty.await(); // <AWAITS>
        }
        return items.poll();
      } finally {
        lock.unlock();
      }
    }

    synchronized Object add(int n) {
      lock.lock(); // <ENTERS>
      items.add(n);
      notEmpty.signal();
      lock.unlock();
      return n;
    }
  }

  public static void main(String[] args) throws Exception {
    Ledger ledger = new Ledger();
    Store store = new Store();
    ExecutorService pool = Executors.newFixedThreadPool(8);
    pool.submit(ledger::drain);
    for (int i = 0; i < 5; i++) {
      pool.submit(() -> ledger.book(1));
    }
    pool.submit(store::next);
    Thread.sleep(300);
    pool.submit(() -> store.add(1));
    Thread.sleep(18_000);
    Runtime.getRuntime().halt(0);
  }
}
