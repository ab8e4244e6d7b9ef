/*
 * claim: a virtual thread takes a lock and ends; the tasks of a pool wait for that lock for ever
 * jdk: 21..
 * expect: lost-wait critical at LOCKS
 * seconds: 10
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class LostWaitVirtualOwner {
  static final ReentrantLock lock = new ReentrantLock();

  public static void main(String[] args) throws Exception {
    // By reflection: Java 17 has no virtual threads to compile against.
    Thread importer =
        (Thread)
            Thread.class
                .getMethod("startVirtualThread", Runnable.class)
                .invoke(null, (Runnable) lock::lock);
    importer.join();
    ExecutorService pool = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 2; i++) {
      pool.execute(LostWaitVirtualOwner::use);
    }
    pool.awaitTermination(9, TimeUnit.SECONDS);
    System.exit(0);
  }

  static void use() {
    lock.lock(); // <LOCKS>
    lock.unlock();
  }
}
