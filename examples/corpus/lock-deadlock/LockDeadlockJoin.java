/*
 * claim: a thread is stopped under the lock that it needs in order to end
 * expect: lock-deadlock critical at JOIN or INSIDE
 */
public class LockDeadlockJoin {
  static final Object state = new Object();

  public static void main(String[] args) throws Exception {
    Thread worker = new Thread(LockDeadlockJoin::work, "worker");
    worker.setDaemon(true);
    Thread closer = new Thread(() -> close(worker), "closer");
    closer.setDaemon(true);
    closer.start();
    Thread.sleep(8_000);
  }

  static void work() {
    synchronized (state) {
      state.notifyAll(); // <INSIDE>
    }
  }

  static void close(Thread worker) {
    synchronized (state) {
      worker.start();
      try {
        worker.join(); // <JOIN>
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
