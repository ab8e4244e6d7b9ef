package dev.snarl.tests.programs;

import java.util.concurrent.CountDownLatch;

/**
 * Comes by every place that the agent watches while the whole heap is collected without a pause.
 */
public final class CollectedHooks {
  private static volatile boolean over;

  private CollectedHooks() {}

  public static void main(String[] args) throws Exception {
    CountDownLatch begun = new CountDownLatch(2);
    Thread collections =
        new Thread(
            () -> {
              while (!over) {
                System.gc();
                begun.countDown();
              }
            },
            "collections");
    collections.start();
    begun.await();
    EveryHook.run();
    over = true;
    collections.join();
    System.out.println("done");
    Hello.awaitEnd();
  }
}
