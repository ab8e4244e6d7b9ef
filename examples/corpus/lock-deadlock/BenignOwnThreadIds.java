/*
 * claim: threads with ids of the application's own, which are also those of other threads: the one that holds a lock works, and is not the one that waits
 * twin of: lock-deadlock
 */
public class BenignOwnThreadIds {
  static class Numbered extends Thread {
    final long number;

    Numbered(long number, String name, Runnable body) {
      super(body, name);
      this.number = number;
    }

    @Override
    @SuppressWarnings("deprecation")
    public long getId() {
      return number;
    }
  }

  static final Object account = new Object();
  static final Object journal = new Object();

  public static void main(String[] args) throws Exception {
    Thread holder = new Numbered(Thread.currentThread().getId(), "holder", BenignOwnThreadIds::work);
    holder.start();
    Thread.sleep(300);
    Thread between = new Thread(BenignOwnThreadIds::transfer, "between");
    between.start();
    Thread.sleep(300);
    synchronized (journal) {
      between.join(1);
    }
    between.join();
  }

  static void work() {
    synchronized (account) {
      pause(5_000);
    }
  }

  static void transfer() {
    synchronized (journal) {
      synchronized (account) {
        pause(1);
      }
    }
  }

  static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
