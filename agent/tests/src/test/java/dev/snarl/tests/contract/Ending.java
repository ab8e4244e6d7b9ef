package dev.snarl.tests.contract;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Ends in the way that its argument names; what is printed, and the exit code, say how that went.
 */
@SuppressWarnings("FutureReturnValueIgnored")
public final class Ending {
  private Ending() {}

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "main-throws" -> throw new IllegalStateException("out of main");
      case "exit-in-pool" -> exitInPool();
      case "exit-in-common-pool" -> exitInCommonPool();
      case "halt" -> halt();
      case "hooks" -> hooks();
      case "pool-keeps-it" -> keep();
      case "daemons-do-not" -> daemons();
      case "uncaught-in-pool" -> uncaught();
      case "terminated" -> terminated();
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  private static void hook(Runnable work) {
    Runtime.getRuntime().addShutdownHook(new Thread(work, "hook"));
  }

  private static void exitInPool() {
    hook(() -> System.out.println("hook ran"));
    ExecutorService pool = Executors.newFixedThreadPool(1);
    pool.execute(() -> System.exit(3));
    pool.execute(() -> System.out.println("never"));
  }

  private static void exitInCommonPool() {
    hook(() -> System.out.println("hook ran"));
    CompletableFuture.runAsync(() -> System.exit(5)).join();
  }

  private static void halt() {
    hook(() -> System.out.println("never"));
    Executors.newFixedThreadPool(1).execute(() -> Runtime.getRuntime().halt(4));
  }

  /** A hook may still use pools and futures, may not add hooks, and may fail. */
  private static void hooks() {
    hook(
        () -> {
          ExecutorService pool = Executors.newFixedThreadPool(2);
          String seen = Said.failure(pool.submit(() -> "from a pool")::get);
          seen += " " + CompletableFuture.supplyAsync(() -> "from a future", pool).join();
          seen +=
              " "
                  + Said.failure(
                      () -> {
                        hook(() -> {});
                        return "added";
                      });
          Moments.end(pool);
          System.out.println(seen);
          throw new IllegalStateException("a hook fails");
        });
    System.exit(7);
  }

  private static void keep() {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    Thread main = Thread.currentThread();
    pool.execute(
        () -> {
          Moments.join(main);
          Moments.sleep(50);
          System.out.println("after main");
          pool.shutdown();
        });
    System.out.println("main ends");
  }

  private static void daemons() {
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(2);
    Thread thread =
        new Thread(
            () -> {
              begun.countDown();
              Moments.await(never);
            });
    thread.setDaemon(true);
    thread.start();
    CompletableFuture.runAsync(
        () -> {
          begun.countDown();
          Moments.await(never);
        });
    Moments.await(begun);
    hook(() -> System.out.println("hook ran"));
  }

  private static void uncaught() {
    ExecutorService pool =
        Executors.newFixedThreadPool(1, task -> new Thread(task, "the pool's thread"));
    pool.execute(
        () -> {
          throw new IllegalStateException("uncaught");
        });
    Moments.end(pool);
  }

  private static void terminated() throws Exception {
    hook(() -> System.out.println("hook ran"));
    new ProcessBuilder("kill", "-TERM", String.valueOf(ProcessHandle.current().pid())).start();
    Thread.sleep(TimeUnit.SECONDS.toMillis(60));
  }
}
