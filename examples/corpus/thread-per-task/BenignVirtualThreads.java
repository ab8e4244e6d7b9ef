/*
 * claim: a virtual thread for each task is what they are for
 * twin of: thread-per-task
 * jdk: 21..
 */
public class BenignVirtualThreads {
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 600; i++) {
      Thread.startVirtualThread(BenignVirtualThreads::send);
      Thread.sleep(20);
    }
  }

  static void send() {
    try {
      Thread.sleep(50);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
