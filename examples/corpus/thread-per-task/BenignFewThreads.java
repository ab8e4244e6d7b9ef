/*
 * claim: a new thread every two seconds
 * twin of: thread-per-task
 */
public class BenignFewThreads {
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 8; i++) {
      new Thread(() -> System.out.println("report")).start();
      Thread.sleep(2_000);
    }
  }
}
