/*
 * claim: a guest waits at a bell and keeps the door, which one who would ring needs first; another rings later without it, and one method starts all three
 * twin of: lock-deadlock
 * allow: lock-contention info
 * seconds: 22
 */
import java.util.concurrent.Callable;

public class BenignStartedAlike {
  static final Object door = new Object();
  static final Object bell = new Object();
  static boolean rung;

  public static void main(String[] args) throws Exception {
    start("guest", BenignStartedAlike::await);
    Thread.sleep(500);
    start("porter", BenignStartedAlike::ring);
    start("neighbour", BenignStartedAlike::ringLater);
    Thread.sleep(19_000);
    System.exit(0);
  }

  static void start(String name, Callable<?> work) {
    Runnable task =
        () -> {
          try {
            work.call();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        };
    new Thread(task, name).start();
  }

  static Object await() throws InterruptedException {
    synchronized (door) {
      synchronized (bell) {
        while (!rung) {
          bell.wait();
        }
      }
    }
    return null;
  }

  static Object ring() {
    synchronized (door) {
      synchronized (bell) {
        rung = true;
        bell.notifyAll();
      }
    }
    return null;
  }

  static Object ringLater() throws InterruptedException {
    Thread.sleep(16_000);
    synchronized (bell) {
      rung = true;
      bell.notifyAll();
    }
    return null;
  }
}
