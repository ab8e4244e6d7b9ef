/*
 * claim: a thread is joined under the lock that it needs, but not for ever
 * twin of: lock-deadlock
 */
public class BenignJoinWithTimeOut {
  static final Object state = new Object();

  public static void main(String[] args) throws Exception {
    Thread worker = new Thread(BenignJoinWithTimeOut::work, "worker");
    synchronized (state) {
      worker.start();
      worker.join(6_000);
    }
    worker.join();
  }

  static void work() {
    synchronized (state) {
      state.notifyAll();
    }
  }
}
