/*
 * claim: a thread takes a lock and ends on an exception; the tasks of a pool wait for that lock for ever
 * expect: lost-wait critical at LOCKS
 * seconds: 10
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class LostWaitOwnerEnded {
  static final ReentrantLock lock = new ReentrantLock();

  public static void main(String[] args) throws Exception {
    Thread importer = new Thread(LostWaitOwnerEnded::load, "importer");
    importer.setUncaughtExceptionHandler((thread, e) -> System.out.println(e));
    importer.start();
    importer.join();
    ExecutorService pool = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 2; i++) {
      pool.execute(LostWaitOwnerEnded::use);
    }
    pool.awaitTermination(9, TimeUnit.SECONDS);
    System.exit(0);
  }

  static void load() {
    lock.lock();
    throw new IllegalStateException("no such file");
  }

  static void use() {
    lock.lock(); // <LOCKS>
    lock.unlock();
  }
}
