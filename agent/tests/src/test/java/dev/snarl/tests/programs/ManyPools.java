package dev.snarl.tests.programs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * As many pools of one thread as its argument says, each with a name of its own; each ran a task.
 */
public final class ManyPools {
  private ManyPools() {}

  public static void main(String[] arguments)
      throws IOException, ExecutionException, InterruptedException {
    List<ExecutorService> pools = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
      String name = letters(i);
      ExecutorService pool =
          Executors.newFixedThreadPool(
              1,
              task -> {
                Thread thread = new Thread(null, task, name, 1 << 17);
                thread.setDaemon(true);
                return thread;
              });
      pools.add(pool);
      pool.submit(() -> name).get();
    }
    System.out.println("ready");
    while (System.in.read() >= 0) {
      // waits to be told to go on
    }
    pools.forEach(ExecutorService::shutdown);
  }

  /** Digits would be folded. */
  private static String letters(int number) {
    StringBuilder text = new StringBuilder("pool ");
    for (int rest = number + 26 * 26; rest > 0; rest /= 26) {
      text.append((char) ('a' + rest % 26));
    }
    return text.toString();
  }
}
