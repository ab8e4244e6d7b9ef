package dev.snarl.tests.programs;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * For each line of its input, and once before, comes by every place that the agent watches and by
 * what else a profiler counts.
 */
public final class Profiled {
  private Profiled() {}

  public static void main(String[] args) throws Exception {
    int round = 0;
    int read;
    do {
      EveryHook.run();
      contend();
      System.out.println("round " + ++round);
      do {
        read = System.in.read();
      } while (read >= 0 && read != '\n');
    } while (read >= 0);
  }

  /** One thread waits for the lock of another. */
  private static void contend() throws InterruptedException {
    Lock lock = new ReentrantLock();
    Thread waiter = new Thread(() -> hold(lock, Profiled::nothing), "contender");
    hold(
        lock,
        () -> {
          waiter.start();
          while (waiter.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
          }
        });
    waiter.join();
  }

  private static void hold(Lock lock, Runnable meanwhile) {
    lock.lock();
    try {
      meanwhile.run();
    } finally {
      lock.unlock();
    }
  }

  private static void nothing() {}
}
