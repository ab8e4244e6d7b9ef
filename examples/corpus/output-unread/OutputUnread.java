/*
 * claim: two threads wait for processes that write more than a pipe holds, and nobody reads it
 * expect: output-unread warning at WAITS
 * seconds: 78
 */
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class OutputUnread {
  public static void main(String[] args) throws Exception {
    ExecutorService jobs = Executors.newFixedThreadPool(2);
    for (int i = 0; i < 2; i++) {
      jobs.submit(OutputUnread::convert);
    }
    Thread.sleep(75_000);
    Runtime.getRuntime().halt(0);
  }

  static int convert() throws IOException, InterruptedException {
    return new ProcessBuilder("sh", "-c", "yes | head -c 1000000").start().waitFor(); // <WAITS>
  }
}
