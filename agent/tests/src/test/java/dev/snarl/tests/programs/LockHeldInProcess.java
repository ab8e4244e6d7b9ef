package dev.snarl.tests.programs;

import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Three threads that take turns at a monitor or a lock, and hold it while they wait for a process.
 */
public final class LockHeldInProcess {
  private static final Object MONITOR = new Object();
  private static final ReentrantLock LOCK = new ReentrantLock();

  private LockHeldInProcess() {}

  /** Until its input ends. */
  public static void main(String[] arguments) throws IOException {
    for (int i = 0; i < 3; i++) {
      start("monitor-" + i, LockHeldInProcess::inMonitor);
      start("lock-" + i, LockHeldInProcess::inLock);
    }
    while (System.in.read() >= 0) {
      // Nothing is asked.
    }
  }

  private static void start(String name, Runnable turn) {
    Thread thread =
        new Thread(
            () -> {
              while (!Thread.interrupted()) {
                turn.run();
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
  }

  private static void inMonitor() {
    synchronized (MONITOR) {
      work();
    }
  }

  private static void inLock() {
    LOCK.lock();
    try {
      work();
    } finally {
      LOCK.unlock();
    }
  }

  private static void work() {
    try {
      new ProcessBuilder("sleep", "1").start().waitFor();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
