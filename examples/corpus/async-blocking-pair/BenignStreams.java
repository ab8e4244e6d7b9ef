/*
 * claim: rows that are handled as they come, and a consumer that hands on what it cannot do yet
 *     and waits for the next item
 * twin of: async-blocking-pair
 */
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

public class BenignStreams {
  interface Part {
    void run() throws InterruptedException;
  }

  static final ExecutorService requests = Executors.newFixedThreadPool(4);
  static final ExecutorService workers = Executors.newFixedThreadPool(16);
  static final BlockingQueue<String> work = new LinkedBlockingQueue<>();

  public static void main(String[] args) throws Exception {
    requests.execute(quietly(BenignStreams::consume));
    requests.execute(quietly(BenignStreams::consume));
    for (int i = 0; i < 60; i++) {
      if (i % 7 == 0) {
        requests.execute(quietly(BenignStreams::rows));
      }
      work.put("item");
      Thread.sleep(150);
    }
    System.exit(0);
  }

  static Runnable quietly(Part part) {
    return () -> {
      try {
        part.run();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    };
  }

  /** A reader that is ahead of whoever handles what it reads. */
  static void rows() throws InterruptedException {
    BlockingQueue<String> rows = new ArrayBlockingQueue<>(16);
    workers.execute(
        quietly(
            () -> {
              for (int i = 0; i < 40; i++) {
                Thread.sleep(25);
                rows.put("row");
              }
            }));
    for (int i = 0; i < 40; i++) {
      rows.take();
    }
  }

  /** Each second item is tried again later. */
  static void consume() throws InterruptedException {
    for (int i = 0; ; i++) {
      String item = work.take();
      if (i % 2 == 0) {
        workers.execute(
            quietly(
                () -> {
                  Thread.sleep(700);
                  work.put(item);
                }));
      }
    }
  }
}
