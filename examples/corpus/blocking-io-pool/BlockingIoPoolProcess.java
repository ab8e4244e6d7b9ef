/*
 * claim: the threads of a pool wait for child processes
 * expect: blocking-io-pool info at POOL
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BlockingIoPoolProcess {
  static final ExecutorService runners = Executors.newFixedThreadPool(3); // <POOL>

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 30; i++) {
      for (int j = 0; j < 2; j++) {
        runners.execute(BlockingIoPoolProcess::runOne);
      }
      Thread.sleep(400);
    }
    runners.shutdown();
  }

  static void runOne() {
    try {
      new ProcessBuilder("sleep", "0.35").start().waitFor();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
