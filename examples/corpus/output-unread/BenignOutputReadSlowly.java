/*
 * claim: a thread waits for a process whose pipe is always full, since another thread reads it slowly; another process
 *   writes nothing, and one writes to this process's own output
 * twin of: output-unread
 * seconds: 78
 */
import java.io.BufferedReader;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignOutputReadSlowly {
  public static void main(String[] args) throws Exception {
    ExecutorService jobs = Executors.newFixedThreadPool(4);
    Process talks = new ProcessBuilder("sh", "-c", "yes | head -c 100000000").start();
    jobs.submit(() -> talks.waitFor());
    jobs.submit(() -> readSlowly(talks));
    jobs.submit(() -> new ProcessBuilder("sleep", "90").start().waitFor());
    jobs.submit(() -> new ProcessBuilder("sleep", "80").inheritIO().start().waitFor());
    Thread.sleep(75_000);
    talks.destroy();
    Runtime.getRuntime().halt(0);
  }

  static int readSlowly(Process process) throws IOException, InterruptedException {
    int lines = 0;
    try (BufferedReader out = process.inputReader()) {
      while (out.readLine() != null) {
        if (lines++ % 2_000 == 0) {
          Thread.sleep(500);
        }
      }
    }
    return lines;
  }
}
