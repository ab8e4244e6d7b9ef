package dev.snarl.tests.programs;

import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The only tasks of two pools never end: they look what has expired, and wait for a while. */
public final class ServesForever {
  private static final ReentrantLock lock = new ReentrantLock();
  private static final Condition changed = lock.newCondition();
  private static final Object monitor = new Object();

  private ServesForever() {}

  public static void main(String[] args) {
    Executors.newSingleThreadExecutor(task -> new Thread(task, "expires"))
        .execute(ServesForever::expire);
    Executors.newSingleThreadExecutor(task -> new Thread(task, "cleans"))
        .execute(ServesForever::clean);
  }

  private static void expire() {
    lock.lock();
    try {
      while (!changed.await(20, TimeUnit.SECONDS)) {
        // nobody tells it of a change
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }

  private static void clean() {
    synchronized (monitor) {
      while (!Thread.currentThread().isInterrupted()) {
        try {
          monitor.wait(1_000);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }
}
