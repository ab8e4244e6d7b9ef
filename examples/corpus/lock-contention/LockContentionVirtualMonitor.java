/*
 * claim: a service with a virtual thread for each request sends them one by one through a synchronized method, which waits for a disk
 * jdk: 25..
 * seconds: 26
 * expect: lock-contention warning at SERVE
 * evidence: lock-contention heldAt at DISK
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LockContentionVirtualMonitor {
  private int served;

  public static void main(String[] args) throws Exception {
    LockContentionVirtualMonitor service = new LockContentionVirtualMonitor();
    long end = System.nanoTime() + 26_000_000_000L;
    ExecutorService requests = virtualThreads();
    while (System.nanoTime() < end) {
      requests.execute(service::serve);
      Thread.sleep(25);
    }
    System.exit(0); // hundreds of them still wait
  }

  synchronized void serve() {
    readDisk(); // <SERVE>
    served++;
  }

  void readDisk() {
    try {
      Thread.sleep(40); // <DISK>
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  // This program is compiled for Java 17 too.
  static ExecutorService virtualThreads() throws ReflectiveOperationException {
    return (ExecutorService)
        Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }
}
