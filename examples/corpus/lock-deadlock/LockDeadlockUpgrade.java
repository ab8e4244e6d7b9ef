/*
 * claim: a reader asks for the write lock of the lock that it reads under
 * expect: lock-deadlock critical at WAIT
 */
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class LockDeadlockUpgrade {
  static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

  public static void main(String[] args) throws Exception {
    Thread reader = new Thread(LockDeadlockUpgrade::readThenWrite, "reader");
    reader.setDaemon(true);
    reader.start();
    Thread.sleep(8_000);
  }

  static void readThenWrite() {
    lock.readLock().lock();
    lock.writeLock().lock(); // <WAIT>
  }
}
