package dev.snarl.tests.programs;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Works all the time: threads of the pool {@code front-#} wait for futures of the pool {@code
 * jobs-#}, a timer ticks, threads come and go, and {@code patient} waits for what never comes.
 */
public final class Busy {
  private static final ExecutorService FRONT = named("front-", 4);
  private static final ExecutorService JOBS = named("jobs-", 4);
  private static final ScheduledExecutorService TIMER = Executors.newScheduledThreadPool(1);

  private Busy() {}

  private static ExecutorService named(String prefix, int threads) {
    int[] next = {0};
    return Executors.newFixedThreadPool(
        threads,
        task -> {
          Thread thread = new Thread(task, prefix + ++next[0]);
          thread.setDaemon(true);
          return thread;
        });
  }

  public static void main(String[] args) throws IOException {
    for (int i = 0; i < 4; i++) {
      FRONT.execute(Busy::front);
    }
    var unused =
        TIMER.scheduleAtFixedRate(
            () -> new Thread(Busy::work).start(), 5, 20, TimeUnit.MILLISECONDS);
    Thread patient = new Thread(Busy::patient, "patient");
    patient.setDaemon(true);
    patient.start();
    System.out.println("busy");
    Hello.awaitEnd();
    System.exit(0);
  }

  private static void front() {
    while (true) {
      CompletableFuture.supplyAsync(Busy::work, JOBS).join();
    }
  }

  private static long work() {
    long sum = 0;
    for (int i = 0; i < 20_000; i++) {
      sum += Long.hashCode(sum + i);
    }
    try {
      TimeUnit.MILLISECONDS.sleep(5);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return sum;
  }

  private static void patient() {
    FutureTask<String> never = new FutureTask<>(() -> "never");
    try {
      never.get();
    } catch (InterruptedException | ExecutionException e) {
      System.out.println("interrupted");
    }
  }
}
