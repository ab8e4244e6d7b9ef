package dev.snarl.tests.programs;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.concurrent.TimeUnit;

/** Waits for futures of Vert.x on a thread that is not one of its own. */
public final class VertxWaits {
  private VertxWaits() {}

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 10; i++) {
      answer().await();
      timed();
    }
    System.out.println("waited");
    System.in.readAllBytes();
    System.exit(0);
  }

  private static void timed() throws Exception {
    answer().await(10, TimeUnit.SECONDS);
  }

  private static Future<String> answer() {
    Promise<String> promise = Promise.promise();
    new Thread(
            () -> {
              try {
                Thread.sleep(20);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              promise.complete("done");
            })
        .start();
    return promise.future();
  }
}
