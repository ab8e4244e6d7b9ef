import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;

/** For Java 11: a circle of two locks, a pool that waits for itself, and pairs again and again. */
public class Hang {
  static final ReentrantLock first = new ReentrantLock();
  static final ReentrantLock second = new ReentrantLock();
  static final CountDownLatch bothHeld = new CountDownLatch(2);
  static final CountDownLatch bothBusy = new CountDownLatch(2);
  static final ExecutorService stuck = Executors.newFixedThreadPool(2);

  public static void main(String[] args) throws Exception {
    new Thread(() -> take(first, second), "left").start();
    new Thread(() -> take(second, first), "right").start();
    for (int i = 0; i < 2; i++) {
      stuck.execute(Hang::waitBehind);
    }
    ExecutorService requests = Executors.newFixedThreadPool(1);
    ExecutorService workers = Executors.newFixedThreadPool(1);
    Future<?> served = requests.submit(() -> serve(workers));
    served.get();
    requests.shutdown();
    workers.shutdown();
    System.out.println("hangs");
  }

  static void take(ReentrantLock one, ReentrantLock other) {
    one.lock();
    bothHeld.countDown();
    await(bothHeld);
    other.lock();
  }

  static void waitBehind() {
    bothBusy.countDown();
    await(bothBusy);
    get(stuck.submit(() -> {}));
  }

  static void serve(ExecutorService workers) {
    for (int i = 0; i < 30; i++) {
      get(workers.submit(() -> pause(150)));
    }
  }

  static void get(Future<?> future) {
    try {
      future.get();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void pause(int millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
