/*
 * claim: a program whose many parts each have a shutdown hook, as a cluster in one JVM has: the JVM
 *   starts a thread for each when it ends
 * twin of: thread-per-task
 */
public class BenignShutdownHooks {
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 40; i++) {
      int part = i;
      Thread hook = new Thread(() -> end(part), "part " + i + " shutdown hook");
      Runtime.getRuntime().addShutdownHook(hook);
    }
    Thread.sleep(2_000);
    System.exit(0);
  }

  static void end(int part) {
    try {
      // The last part takes its time, as one that writes to a disk does.
      Thread.sleep(part == 39 ? 4_000 : 50);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
