/*
 * claim: each subscription starts a thread that waits for a message which never comes
 * flags: -Dsnarl.rules.thread-leak.minSeconds=15 -Xss256k
 * expect: thread-leak warning at START
 * seconds: 28
 */
import java.util.concurrent.LinkedBlockingQueue;

public class ThreadLeakNewThread {
  public static void main(String[] args) throws Exception {
    long begin = System.nanoTime();
    for (int i = 0; i < 1_000; i++) {
      Thread.sleep(Math.max(0, i * 26L - (System.nanoTime() - begin) / 1_000_000));
      subscribe();
    }
    System.exit(0);
  }

  static void subscribe() {
    LinkedBlockingQueue<String> messages = new LinkedBlockingQueue<>();
    Thread thread = new Thread(() -> receive(messages));
    thread.setDaemon(true);
    thread.start(); // <START>
  }

  static void receive(LinkedBlockingQueue<String> messages) {
    try {
      while (!messages.take().isEmpty()) {
        System.out.println("received");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
