/*
 * claim: tasks wait for the next round of a gate that a scheduled task opens, and for leases that tasks
 *   like them give back; then the gate stays shut and main takes all leases for a while
 * twin of: pool-starvation
 * allow: pool-saturated warning
 * allow: unbounded-queue info
 * seconds: 34
 */
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class BenignRounds {
  static final ExecutorService users = Executors.newFixedThreadPool(3);
  static final ExecutorService tenants = Executors.newFixedThreadPool(3);
  static final ScheduledExecutorService clock = Executors.newScheduledThreadPool(1);
  static final AtomicReference<CountDownLatch> gate = new AtomicReference<>(new CountDownLatch(1));
  static final ReentrantLock lock = new ReentrantLock();
  static final Condition free = lock.newCondition();
  static int leases = 1;

  public static void main(String[] args) throws Exception {
    var rounds =
        clock.scheduleAtFixedRate(
            () -> gate.getAndSet(new CountDownLatch(1)).countDown(), 400, 400, TimeUnit.MILLISECONDS);
    for (int i = 0; i < 120; i++) {
      users.execute(BenignRounds::pass);
      tenants.execute(BenignRounds::use);
    }
    Thread.sleep(10_000);
    rounds.cancel(false);
    take();
    Thread.sleep(16_000);
    give();
    users.shutdownNow();
    tenants.shutdownNow();
    clock.shutdown();
  }

  static void pass() {
    try {
      gate.get().await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void use() {
    try {
      take();
      Thread.sleep(200);
    } catch (InterruptedException e) {
      return;
    }
    give();
  }

  static void take() throws InterruptedException {
    lock.lock();
    try {
      while (leases == 0) {
        free.await();
      }
      leases--;
    } finally {
      lock.unlock();
    }
  }

  static void give() {
    lock.lock();
    try {
      leases++;
      free.signal();
    } finally {
      lock.unlock();
    }
  }
}
