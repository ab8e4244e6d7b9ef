/*
 * claim: a lock of the application's own on AbstractOwnableSynchronizer, whose queue has nodes of several classes, and is named as the JDK's is; its holder works
 * twin of: lock-deadlock
 */
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;

public class BenignOwnLockOfOddNodes {
  static class Waiting {
    Object prev;
    Object waiter = Thread.currentThread();
  }

  /** Has numbers where the other has references. */
  static class Marker {
    int spins = 0x12345;
    int version = 0x7fffffff;
    int epoch = 0x6eadbeef;
    int flags = 0x71717171;
    long deadline = 0x7777777777777777L;
  }

  static class Ticket extends AbstractOwnableSynchronizer {
    volatile Object tail;
    volatile boolean open;

    Ticket(Thread holder) {
      setExclusiveOwnerThread(holder);
    }

    void await() {
      Waiting marked = new Waiting();
      marked.prev = new Marker();
      Waiting mine = new Waiting();
      mine.prev = marked;
      tail = mine;
      while (!open) {
        LockSupport.park(this);
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Ticket ticket = new Ticket(Thread.currentThread());
    Thread[] waiters = new Thread[3];
    for (int i = 0; i < waiters.length; i++) {
      waiters[i] = new Thread(ticket::await);
      waiters[i].start();
    }
    Thread.sleep(4_000);
    ticket.open = true;
    for (Thread waiter : waiters) {
      LockSupport.unpark(waiter);
      waiter.join();
    }
  }
}
