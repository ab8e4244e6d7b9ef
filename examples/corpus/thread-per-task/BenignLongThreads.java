/*
 * claim: fifteen threads from one line, each of which lives longer than ten seconds
 * twin of: thread-per-task
 */
public class BenignLongThreads {
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 15; i++) {
      new Thread(BenignLongThreads::serve, "consumer-" + i).start();
    }
  }

  static void serve() {
    try {
      Thread.sleep(13_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
