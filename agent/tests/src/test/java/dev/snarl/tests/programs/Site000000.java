package dev.snarl.tests.programs;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** One call site of each kind; {@link CallSites} makes any number of classes of it. */
public final class Site000000 implements Runnable {

  @Override
  public void run() {
    try {
      Thread thread = new Thread(() -> {});
      thread.start();
      thread.join();
      ExecutorService pool = Executors.newFixedThreadPool(1);
      pool.submit(
              () -> {
                TimeUnit.MILLISECONDS.sleep(5);
                return "waited for";
              })
          .get();
      pool.shutdown();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
