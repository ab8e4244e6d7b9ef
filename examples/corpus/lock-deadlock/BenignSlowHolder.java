/*
 * claim: a thread computes for seconds under a lock that another, which it will wake, waits for
 * twin of: lock-deadlock
 */
public class BenignSlowHolder {
  static final Object lock = new Object();
  static volatile boolean done;

  public static void main(String[] args) throws Exception {
    Thread waiter = new Thread(BenignSlowHolder::enter, "waiter");
    synchronized (lock) {
      waiter.start();
      long end = System.nanoTime() + 6_000_000_000L;
      while (System.nanoTime() < end) {
        Thread.sleep(50);
      }
      done = true;
    }
    waiter.join();
  }

  static void enter() {
    synchronized (lock) {
      if (!done) {
        throw new IllegalStateException("entered too early");
      }
    }
  }
}
