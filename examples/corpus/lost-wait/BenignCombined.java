/*
 * claim: all of several futures are waited for, or any: time-outs end them, and a thread that waits for a child process
 * twin of: lost-wait
 * seconds: 35
 */
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

public class BenignCombined {
  public static void main(String[] args) throws Exception {
    Thread other = new Thread(BenignCombined::any, "any");
    other.start();
    CompletableFuture<String> first = new CompletableFuture<>();
    CompletableFuture<String> second = new CompletableFuture<>();
    CompletableFuture<String> third = new CompletableFuture<>();
    first.completeOnTimeout("first", 20, TimeUnit.SECONDS);
    second.orTimeout(31, TimeUnit.SECONDS);
    third.complete("third");
    String all =
        CompletableFuture.allOf(first, second, third)
            .handle((done, failure) -> "all " + failure)
            .join();
    System.out.println(all);
    other.join();
  }

  static void any() {
    CompletableFuture<Integer> exit = new CompletableFuture<>();
    CompletableFuture<Integer> stopped = new CompletableFuture<>();
    new Thread(() -> exit.complete(run("sleep", "30")), "child").start();
    System.out.println(CompletableFuture.anyOf(exit, stopped).join());
  }

  static int run(String... command) {
    try {
      return new ProcessBuilder(command).start().waitFor();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
