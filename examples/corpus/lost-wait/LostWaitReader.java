/*
 * claim: a reader fails before it gives back its read lock, and its worker goes on with short tasks; a writer waits, and readers
 *   behind it
 * expect: lost-wait warning at WRITES
 * allow: lock-contention warning
 * allow: pool-saturated warning
 * seconds: 28
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class LostWaitReader {
  static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

  public static void main(String[] args) throws Exception {
    ExecutorService web = Executors.newFixedThreadPool(3);
    ExecutorService admin = Executors.newSingleThreadExecutor();
    for (int i = 0; i < 3; i++) {
      web.submit(() -> read("1"));
    }
    web.submit(() -> read("x"));
    Thread.sleep(500);
    admin.submit(LostWaitReader::write);
    for (int i = 0; i < 50; i++) {
      Thread.sleep(500);
      web.submit(() -> read("2"));
    }
    Runtime.getRuntime().halt(0);
  }

  static int read(String text) {
    lock.readLock().lock();
    int value = Integer.parseInt(text);
    lock.readLock().unlock();
    return value;
  }

  static void write() {
    lock.writeLock().lock(); // <WRITES>
    lock.writeLock().unlock();
  }
}
