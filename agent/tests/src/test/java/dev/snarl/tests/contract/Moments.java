package dev.snarl.tests.contract;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waiting for what must happen, up to a deadline that only a broken JVM would miss. */
final class Moments {
  private static final long PATIENCE_SECONDS = 30;

  private Moments() {}

  static void await(CountDownLatch latch) {
    try {
      if (!latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the latch was not opened");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted at the latch", e);
    }
  }

  static void until(String what, BooleanSupplier holds) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException("not seen: " + what);
      }
      LockSupport.parkNanos(500_000);
    }
  }

  /** Until the thread waits for something. */
  static void waits(Thread thread) {
    until(
        thread.getName() + " waits",
        () ->
            thread.getState() == Thread.State.WAITING
                || thread.getState() == Thread.State.TIMED_WAITING);
  }

  static void end(ExecutorService pool) {
    pool.shutdown();
    try {
      if (!pool.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("not terminated: " + pool);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted at the end of a pool", e);
    }
  }

  static void join(Thread thread) {
    try {
      thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted at the end of a thread", e);
    }
    if (thread.isAlive()) {
      throw new IllegalStateException("still alive: " + thread);
    }
  }

  static void sleep(long millis) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }
}
