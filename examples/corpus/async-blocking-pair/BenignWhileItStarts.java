/*
 * claim: four workers load a part each while the program starts, and four threads wait for them for
 *   three seconds, once in the life of the program
 * twin of: async-blocking-pair
 * seconds: 14
 */
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignWhileItStarts {
  static final ExecutorService loaders = Executors.newFixedThreadPool(4);

  public static void main(String[] args) throws Exception {
    Thread.sleep(1_500);
    List<Thread> starters = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Thread starter = new Thread(BenignWhileItStarts::start);
      starter.start();
      starters.add(starter);
    }
    for (Thread starter : starters) {
      starter.join();
    }
    loaders.shutdown();
    Thread.sleep(9_000);
  }

  static void start() {
    try {
      loaders.submit(BenignWhileItStarts::load).get();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static String load() throws InterruptedException {
    Thread.sleep(3_000);
    return "rules";
  }
}
