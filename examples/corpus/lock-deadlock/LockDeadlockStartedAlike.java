/*
 * claim: a guest waits at a bell and keeps the door, which who rings needs first; one method starts both threads, by a lambda around their tasks
 * expect: lock-deadlock warning at BELL
 * seconds: 20
 */
import java.util.concurrent.Callable;

public class LockDeadlockStartedAlike {
  static final Object door = new Object();
  static final Object bell = new Object();
  static boolean rung;

  public static void main(String[] args) throws Exception {
    start("guest", LockDeadlockStartedAlike::await);
    Thread.sleep(500);
    start("porter", LockDeadlockStartedAlike::ring);
    Thread.sleep(17_000);
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
          bell.wait(); // <BELL>
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
}
