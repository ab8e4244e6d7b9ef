/*
 * claim: a transaction takes a lock in one task of a worker and gives it back in a later one, after eight seconds and then after
 *   thirteen, at the end of half a second's work; another worker waits for the lock meanwhile
 * twin of: lost-wait
 * seconds: 24
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

public class BenignTransaction {
  static final ReentrantLock table = new ReentrantLock();

  public static void main(String[] args) throws Exception {
    ExecutorService transactions = Executors.newSingleThreadExecutor();
    ExecutorService batch = Executors.newFixedThreadPool(2);
    for (int seconds : new int[] {8, 13}) {
      transactions.submit(() -> table.lock()).get();
      batch.execute(BenignTransaction::update);
      Thread.sleep(seconds * 1_000);
      transactions.submit(BenignTransaction::commit).get();
      Thread.sleep(500);
    }
    transactions.shutdown();
    batch.shutdown();
  }

  static Object commit() throws InterruptedException {
    Thread.sleep(500);
    table.unlock();
    return "committed";
  }

  static void update() {
    table.lock();
    table.unlock();
  }
}
