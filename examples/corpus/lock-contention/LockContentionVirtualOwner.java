/*
 * claim: virtual threads hold a lock while they wait for a disk, and six platform threads queue for it
 * jdk: 21..
 * seconds: 20
 * expect: lock-contention warning at PUT
 * evidence: lock-contention heldAt at DISK
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

public class LockContentionVirtualOwner {
  static final ReentrantLock disk = new ReentrantLock(true);

  public static void main(String[] args) throws Exception {
    long end = System.nanoTime() + 20_000_000_000L;
    ExecutorService writers = virtualThreads();
    for (int i = 0; i < 2; i++) {
      writers.execute(() -> write(end));
    }
    for (int i = 0; i < 6; i++) {
      new Thread(() -> put(end), "request-" + i).start();
    }
    writers.shutdown();
  }

  static void write(long end) {
    while (System.nanoTime() < end) {
      disk.lock();
      try {
        pause();
      } finally {
        disk.unlock();
      }
    }
  }

  static void put(long end) {
    while (System.nanoTime() < end) {
      disk.lock(); // <PUT>
      disk.unlock();
    }
  }

  static void pause() {
    try {
      Thread.sleep(400); // <DISK>
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  // This program is compiled for Java 17 too.
  static ExecutorService virtualThreads() throws Exception {
    return (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }
}
