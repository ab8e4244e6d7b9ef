/*
 * claim: a lock is free, and goes first to a virtual thread without a carrier; all carriers are pinned by others that wait for it behind that one
 * jdk: 21..23
 * expect: carrier-starvation critical at WAIT
 * flags: -Djdk.virtualThreadScheduler.parallelism=2 -Djdk.virtualThreadScheduler.maxPoolSize=2
 * seconds: 12
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

public class CarriersPinnedAtAFreeLock {
  static final ReentrantLock lock = new ReentrantLock();

  public static void main(String[] args) throws Exception {
    ExecutorService threads = virtualThreads();
    lock.lock();
    threads.execute(CarriersPinnedAtAFreeLock::first);
    Thread.sleep(300);
    for (int i = 0; i < 2; i++) {
      threads.execute(CarriersPinnedAtAFreeLock::pinned);
    }
    Thread.sleep(300);
    lock.unlock();
    Thread.sleep(10_000);
    System.exit(0);
  }

  static void first() {
    lock.lock();
    lock.unlock();
  }

  static void pinned() {
    synchronized (new Object()) {
      lock.lock(); // <WAIT>
      lock.unlock();
    }
  }

  /** Java 17 has no virtual threads to compile against. */
  static ExecutorService virtualThreads() throws ReflectiveOperationException {
    return (ExecutorService)
        Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }
}
