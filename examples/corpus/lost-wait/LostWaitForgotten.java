/*
 * claim: a task fails between lock and unlock of a write lock; its worker has no other task, and readers wait
 * expect: lost-wait warning at READS
 * seconds: 21
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class LostWaitForgotten {
  static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

  public static void main(String[] args) throws Exception {
    ExecutorService writers = Executors.newFixedThreadPool(2);
    writers.submit(LostWaitForgotten::write);
    Thread.sleep(500);
    ExecutorService readers = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 3; i++) {
      readers.execute(LostWaitForgotten::read);
    }
    readers.awaitTermination(20, TimeUnit.SECONDS);
    System.exit(0);
  }

  static void write() {
    lock.writeLock().lock();
    throw new IllegalStateException("disk full");
  }

  static void read() {
    lock.readLock().lock(); // <READS>
    lock.readLock().unlock();
  }
}
