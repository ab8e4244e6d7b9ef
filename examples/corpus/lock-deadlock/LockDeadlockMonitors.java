/*
 * claim: two transfers lock two accounts in opposite orders
 * expect: lock-deadlock critical at INSIDE
 */
public class LockDeadlockMonitors {
  static final Object checking = new Object();
  static final Object savings = new Object();

  public static void main(String[] args) throws Exception {
    start("transfer-1", checking, savings);
    start("transfer-2", savings, checking);
    Thread.sleep(8_000);
  }

  static void start(String name, Object from, Object to) {
    Thread thread = new Thread(() -> transfer(from, to), name);
    thread.setDaemon(true);
    thread.start();
  }

  static void transfer(Object from, Object to) {
    synchronized (from) {
      pause();
      synchronized (to) {
        pause(); // <INSIDE>
      }
    }
  }

  static void pause() {
    try {
      Thread.sleep(300);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
