/*
 * claim: a service with a virtual thread for each request sends them one by one through a lock, whose owner waits for a disk
 * jdk: 21..
 * seconds: 20
 * expect: lock-contention warning at LOCK
 * evidence: lock-contention heldAt at DISK
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

public class LockContentionVirtualWaiters {
  static final ReentrantLock disk = new ReentrantLock();

  public static void main(String[] args) throws Exception {
    long end = System.nanoTime() + 20_000_000_000L;
    ExecutorService requests = virtualThreads();
    while (System.nanoTime() < end) {
      requests.execute(LockContentionVirtualWaiters::serve);
      Thread.sleep(25);
    }
    System.exit(0); // hundreds of them still wait
  }

  static void serve() {
    disk.lock(); // <LOCK>
    try {
      Thread.sleep(40); // <DISK>
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      disk.unlock();
    }
  }

  static ExecutorService virtualThreads() throws ReflectiveOperationException {
    return (ExecutorService)
        Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }
}
