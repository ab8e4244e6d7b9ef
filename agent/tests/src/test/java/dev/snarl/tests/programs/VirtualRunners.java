package dev.snarl.tests.programs;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Platform threads that wait for a task which a virtual thread runs, and for a lock that another
 * holds; both virtual threads sleep.
 */
public final class VirtualRunners {
  private static final ReentrantLock lock = new ReentrantLock();

  private VirtualRunners() {}

  public static void main(String[] args) throws Exception {
    FutureTask<Void> task = new FutureTask<>(VirtualRunners::pause, null);
    VirtualThreads.start(task);
    VirtualThreads.start(VirtualRunners::hold);
    new Thread(() -> get(task), "asks-1").start();
    new Thread(VirtualRunners::queue, "queues-1").start();
    System.out.println("started");
  }

  private static void hold() {
    lock.lock();
    pause();
  }

  private static void queue() {
    while (!lock.isLocked()) {
      Thread.onSpinWait();
    }
    lock.lock();
  }

  private static void get(FutureTask<Void> task) {
    try {
      task.get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(120_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
