/*
 * claim: a virtual thread for each task is what they are for
 * twin of: thread-per-task
 * jdk: 21..
 */
public class BenignVirtualThreads {
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 600; i++) {
      startVirtualThread(BenignVirtualThreads::send);
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

  /** By reflection, so that a compiler of Java 17 will do. */
  static Thread startVirtualThread(Runnable task) throws Exception {
    return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
  }
}
