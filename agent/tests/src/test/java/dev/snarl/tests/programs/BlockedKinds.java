package dev.snarl.tests.programs;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;

/**
 * Waits in every way there is: a task of each kind ends after three seconds, the next one never
 * does. Three threads wait for a lock, a monitor and the end of another.
 */
public final class BlockedKinds {
  /** Waits, in its first run until it is told, in its second for ever. */
  interface Wait {
    void in(int run) throws Exception;
  }

  private static final CountDownLatch[] latches = {new CountDownLatch(1), new CountDownLatch(1)};
  private static final Semaphore[] permits = {new Semaphore(0), new Semaphore(0)};
  private static final CyclicBarrier[] barriers = {new CyclicBarrier(2), new CyclicBarrier(2)};
  private static final Phaser[] phasers = {new Phaser(2), new Phaser(2)};
  private static final Exchanger<?>[] exchangers = {new Exchanger<>(), new Exchanger<>()};
  private static final ReentrantLock lock = new ReentrantLock();
  private static final Condition condition = lock.newCondition();
  private static final StampedLock[] stamped = {new StampedLock(), new StampedLock()};
  private static final Object told = new Object();
  private static volatile boolean first = true;
  private static volatile Thread parks = Thread.currentThread();

  private BlockedKinds() {}

  public static void main(String[] args) throws Exception {
    ArrayBlockingQueue<String> full = new ArrayBlockingQueue<>(1);
    full.put("first");
    long stamp = stamped[0].writeLock();
    stamped[1].writeLock();
    Map<String, Wait> waits = new LinkedHashMap<>();
    waits.put("latch", run -> latches[run].await());
    waits.put("semaphore", run -> permits[run].acquire());
    waits.put("barrier", run -> barriers[run].await());
    waits.put("phaser", run -> phasers[run].arriveAndAwaitAdvance());
    waits.put("exchanger", run -> exchangers[run].exchange(null));
    waits.put("queue", run -> full.put("more"));
    waits.put("condition", BlockedKinds::signalled);
    waits.put("stamped-lock", run -> stamped[run].readLock());
    waits.put("park", BlockedKinds::parked);
    waits.put("object", BlockedKinds::notified);
    waits.values().forEach(BlockedKinds::twice);
    hold();
    Thread.sleep(3_000);
    first = false;
    LockSupport.unpark(parks);
    latches[0].countDown();
    permits[0].release();
    barriers[0].await();
    phasers[0].arrive();
    exchangers[0].exchange(null);
    full.take();
    stamped[0].unlockWrite(stamp);
    lock.lock();
    try {
      condition.signalAll();
    } finally {
      lock.unlock();
    }
    synchronized (told) {
      told.notifyAll();
    }
    System.out.println("waiting " + String.join(" ", waits.keySet()));
    Thread.currentThread().join(); // it is ended from outside
  }

  private static void twice(Wait wait) {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    for (int run = 0; run < 2; run++) {
      int number = run;
      pool.execute(
          () -> {
            try {
              wait.in(number);
            } catch (Exception e) {
              throw new IllegalStateException(e);
            }
          });
    }
  }

  private static void signalled(int run) throws InterruptedException {
    lock.lock();
    try {
      do {
        condition.await();
      } while (run == 1);
    } finally {
      lock.unlock();
    }
  }

  private static void parked(int run) {
    parks = Thread.currentThread();
    while (run == 1 || first) {
      LockSupport.park();
    }
  }

  private static void notified(int run) throws InterruptedException {
    synchronized (told) {
      do {
        told.wait();
      } while (run == 1);
    }
  }

  /** A thread holds a lock and a monitor for ever. */
  private static void hold() throws InterruptedException {
    ReentrantLock held = new ReentrantLock();
    Object monitor = new Object();
    CountDownLatch holds = new CountDownLatch(1);
    Thread holder =
        new Thread(
            () -> {
              held.lock();
              synchronized (monitor) {
                holds.countDown();
                while (held.isLocked()) {
                  LockSupport.park();
                }
              }
            },
            "holder");
    holder.start();
    holds.await();
    new Thread(held::lock, "at-the-lock").start();
    new Thread(
            () -> {
              synchronized (monitor) {
                System.out.println("never");
              }
            },
            "at-the-monitor")
        .start();
    new Thread(
            () -> {
              try {
                holder.join();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "at-the-end")
        .start();
  }
}
