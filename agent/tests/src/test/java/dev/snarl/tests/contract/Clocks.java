package dev.snarl.tests.contract;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** What runs later, and again. */
@SuppressWarnings({"FutureReturnValueIgnored", "SelfComparison"})
final class Clocks implements Checks.Group {
  @Override
  public void run(Checks checks) {
    checks.that("fixed rate", () -> periodic(true));
    checks.that("fixed delay", () -> periodic(false));
    checks.that("after shutdown, delayed", Clocks::delayedAfterShutdown);
    checks.that("after shutdown, dropped", Clocks::droppedAfterShutdown);
    checks.that("removeOnCancel", Clocks::removeOnCancel);
    checks.that("cancel inside", Clocks::cancelInside);
    checks.that("getDelay and compareTo", Clocks::delays);
    checks.that("isPeriodic", Clocks::kinds);
    checks.that("timer", Clocks::timer);
    checks.that("timer that repeats", Clocks::repeating);
    checks.that("timer cancelled", Clocks::cancelled);
  }

  private static Object periodic(boolean rate) {
    ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(2);
    List<Integer> runs = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch enough = new CountDownLatch(5);
    Runnable task =
        () -> {
          if (enough.getCount() > 0) {
            runs.add(runs.size());
          }
          enough.countDown();
        };
    Future<?> future =
        rate
            ? pool.scheduleAtFixedRate(task, 1, 2, TimeUnit.MILLISECONDS)
            : pool.scheduleWithFixedDelay(task, 1, 2, TimeUnit.MILLISECONDS);
    Moments.await(enough);
    String seen = future.isDone() + " " + future.cancel(false) + " " + future.isDone();
    Moments.end(pool);
    return seen + " " + runs + " " + Said.failure(future::get);
  }

  private static Object delayedAfterShutdown() {
    ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
    List<String> ran = Collections.synchronizedList(new ArrayList<>());
    pool.schedule(() -> ran.add("delayed"), 30, TimeUnit.MILLISECONDS);
    pool.scheduleAtFixedRate(() -> ran.add("periodic"), 1, 1, TimeUnit.HOURS);
    pool.shutdown();
    Moments.end(pool);
    return ran + " " + pool;
  }

  private static Object droppedAfterShutdown() {
    ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
    pool.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    ScheduledFuture<?> future = pool.schedule(() -> {}, 30, TimeUnit.SECONDS);
    Moments.end(pool);
    return future.isCancelled() + " " + Said.failure(future::get);
  }

  private static Object removeOnCancel() {
    List<Object> seen = new ArrayList<>();
    for (boolean remove : new boolean[] {false, true}) {
      ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
      pool.setRemoveOnCancelPolicy(remove);
      Future<?> future = pool.schedule(() -> {}, 1, TimeUnit.HOURS);
      future.cancel(false);
      seen.add(pool.getQueue().size());
      seen.add(pool.shutdownNow().size());
      Moments.end(pool);
    }
    return seen;
  }

  private static Object cancelInside() {
    ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
    List<Object> seen = Collections.synchronizedList(new ArrayList<>());
    Future<?>[] self = new Future<?>[1];
    CountDownLatch set = new CountDownLatch(1);
    self[0] =
        pool.scheduleAtFixedRate(
            () -> {
              Moments.await(set);
              seen.add(self[0].cancel(true) + " flag " + Thread.currentThread().isInterrupted());
            },
            0,
            1,
            TimeUnit.MILLISECONDS);
    set.countDown();
    Moments.until("cancelled", () -> self[0].isCancelled() && !seen.isEmpty());
    Moments.end(pool);
    return seen;
  }

  private static Object delays() {
    ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
    ScheduledFuture<?> soon = pool.schedule(() -> {}, 1, TimeUnit.HOURS);
    ScheduledFuture<?> late = pool.schedule(() -> {}, 2, TimeUnit.HOURS);
    String seen =
        soon.compareTo(late)
            + " "
            + late.compareTo(soon)
            + " "
            + soon.compareTo(soon)
            + " "
            + (soon.getDelay(TimeUnit.MINUTES) >= 58)
            + " "
            + soon.toString();
    pool.shutdownNow();
    Moments.end(pool);
    return seen;
  }

  private static Object kinds() {
    ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(0);
    String seen =
        ((java.util.concurrent.RunnableScheduledFuture<?>)
                    pool.schedule(() -> {}, 1, TimeUnit.HOURS))
                .isPeriodic()
            + " "
            + ((java.util.concurrent.RunnableScheduledFuture<?>)
                    pool.scheduleAtFixedRate(() -> {}, 1, 1, TimeUnit.HOURS))
                .isPeriodic();
    pool.shutdownNow();
    Moments.end(pool);
    return seen + " " + pool.getLargestPoolSize();
  }

  private static TimerTask task(Runnable work) {
    return new TimerTask() {
      @Override
      public void run() {
        work.run();
      }
    };
  }

  private static Object timer() {
    Timer timer = new Timer("ordered");
    List<Integer> ran = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch all = new CountDownLatch(5);
    for (int i = 0; i < 5; i++) {
      int n = i;
      timer.schedule(
          task(
              () -> {
                ran.add(n);
                all.countDown();
              }),
          0);
    }
    Moments.await(all);
    timer.cancel();
    Collections.sort(ran);
    return ran;
  }

  private static Object repeating() {
    Timer timer = new Timer("repeating", true);
    CountDownLatch four = new CountDownLatch(4);
    TimerTask task = task(four::countDown);
    timer.scheduleAtFixedRate(task, 1, 1);
    Moments.await(four);
    String seen = task.cancel() + " " + task.cancel() + " " + timer.purge();
    timer.cancel();
    return seen.substring(0, 10);
  }

  private static Object cancelled() {
    Timer timer = new Timer("cancelled", true);
    TimerTask task = task(() -> {});
    timer.schedule(task, 60_000);
    timer.cancel();
    timer.cancel();
    return Said.failure(
        () -> {
          timer.schedule(task(() -> {}), 1);
          return "scheduled";
        });
  }
}
