/*
 * claim: a class initializer takes eight seconds, and others wait until it is done
 * twin of: lock-deadlock
 */
public class BenignSlowInitializer {
  static final class Slow {
    static int value;

    static {
      try {
        Thread.sleep(8_000);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      value = 1;
    }
  }

  public static void main(String[] args) throws Exception {
    Thread[] users = new Thread[3];
    for (int i = 0; i < users.length; i++) {
      users[i] = new Thread(() -> Slow.value++, "user-" + i);
      users[i].start();
    }
    for (Thread user : users) {
      user.join();
    }
  }
}
