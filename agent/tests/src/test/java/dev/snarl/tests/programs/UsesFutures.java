package dev.snarl.tests.programs;

import java.util.concurrent.CompletableFuture;

/** Uses the common pool once, then stays until it is stopped. */
public final class UsesFutures {
  private UsesFutures() {}

  public static void main(String[] args) throws Exception {
    System.out.println(CompletableFuture.supplyAsync(() -> "done").thenApplyAsync(x -> x).join());
    new java.util.concurrent.CountDownLatch(1).await();
  }
}
