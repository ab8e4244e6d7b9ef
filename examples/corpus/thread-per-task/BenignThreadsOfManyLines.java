/*
 * claim: twelve threads that end young, but from three lines: no line starts one for each task
 * twin of: thread-per-task
 */
public class BenignThreadsOfManyLines {
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 4; i++) {
      new Thread(() -> System.out.println("load users")).start();
      new Thread(() -> System.out.println("load orders")).start();
      new Thread(() -> System.out.println("load stock")).start();
      Thread.sleep(200);
    }
    Thread.sleep(6_000);
  }
}
