package dev.snarl.tests.programs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Pools whose tasks take their own times, and print them: {@code truth NAME COUNT WAITED RAN
 * SUBMITTING}, sums in nanoseconds.
 */
public final class QueueTimes {

  private QueueTimes() {}

  /** What one pool's tasks know themselves. */
  private static final class Truth {
    final String name;
    final AtomicInteger count = new AtomicInteger();
    final AtomicLong waited = new AtomicLong();
    final AtomicLong ran = new AtomicLong();

    /** How long it took to submit: when in it a task was submitted is not known better. */
    final AtomicLong submitting = new AtomicLong();

    Truth(String name) {
      this.name = name;
    }

    Task task(long millis) {
      return new Task(this, System.nanoTime(), millis);
    }

    Task submit(Executor pool, long millis) {
      Task task = task(millis);
      pool.execute(task);
      submitted(task.submitted);
      return task;
    }

    void submitted(long at) {
      submitting.addAndGet(System.nanoTime() - at);
    }

    void print() {
      System.out.println(
          "truth " + name + " " + count + " " + waited + " " + ran + " " + submitting);
    }
  }

  private record Task(Truth truth, long submitted, long millis)
      implements Runnable, Comparable<Task> {
    @Override
    public void run() {
      long begin = System.nanoTime();
      if (millis > 0) {
        try {
          Thread.sleep(millis);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
      truth.waited.addAndGet(begin - submitted);
      truth.ran.addAndGet(System.nanoTime() - begin);
      truth.count.incrementAndGet();
    }

    @Override
    public int compareTo(Task other) {
      return Long.compare(other.submitted, submitted); // the youngest first
    }
  }

  private static ThreadPoolExecutor pool(String name, int threads, BlockingQueue<Runnable> queue) {
    AtomicInteger number = new AtomicInteger();
    return new ThreadPoolExecutor(
        threads,
        threads,
        0,
        TimeUnit.SECONDS,
        queue,
        task -> new Thread(task, name + "-" + number.incrementAndGet()));
  }

  public static void main(String[] args) throws InterruptedException, IOException {
    // The first task of all loads classes between the two clocks.
    slow("first", 1, new LinkedBlockingQueue<>(), 20, 1, 0);
    List<Truth> truths = new ArrayList<>();
    truths.add(slow("steady", 2, new LinkedBlockingQueue<>(), 100, 5, 2));
    truths.add(slow("burst", 1, new LinkedBlockingQueue<>(), 400, 3, 0));
    truths.add(slow("deep", 4, new LinkedBlockingQueue<>(), 20_000, 0, 0));
    truths.add(slow("priority", 1, new PriorityBlockingQueue<>(), 100, 5, 0));
    truths.add(removed());
    truths.add(drained());
    truths.add(refused("callers", new ThreadPoolExecutor.CallerRunsPolicy(), 60, 0));
    truths.add(refused("oldest", new ThreadPoolExecutor.DiscardOldestPolicy(), 200, 2));
    truths.add(same());
    truths.add(hooked());
    truths.add(scheduled());
    truths.add(forkJoin());
    truths.forEach(Truth::print);
    System.out.println("done");
    Hello.awaitEnd();
    System.exit(0);
  }

  private static void await(Truth truth, int count) throws InterruptedException {
    while (truth.count.get() < count) {
      Thread.sleep(5);
    }
  }

  private static Truth slow(
      String name, int threads, BlockingQueue<Runnable> queue, int n, long millis, long pause)
      throws InterruptedException {
    Truth truth = new Truth(name);
    ThreadPoolExecutor pool = pool(name, threads, queue);
    for (int i = 0; i < n; i++) {
      truth.submit(pool, millis);
      if (pause > 0) {
        Thread.sleep(pause);
      }
    }
    await(truth, n);
    return truth;
  }

  /** Half of the tasks are taken out again, by remove and by the queue's own way. */
  private static Truth removed() throws InterruptedException {
    Truth truth = new Truth("removed");
    ThreadPoolExecutor pool = pool("removed", 1, new LinkedBlockingQueue<>());
    List<Task> tasks = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      tasks.add(truth.submit(pool, 5));
    }
    int out = 0;
    for (int i = 50; i < 100; i++) {
      boolean gone = i % 2 == 0 ? pool.remove(tasks.get(i)) : pool.getQueue().remove(tasks.get(i));
      out += gone ? 1 : 0;
    }
    await(truth, 100 - out);
    return truth;
  }

  /** What shutdownNow hands back never ran. */
  private static Truth drained() throws InterruptedException {
    Truth truth = new Truth("drained");
    ThreadPoolExecutor other = pool("drained-other", 1, new LinkedBlockingQueue<>());
    CountDownLatch go = new CountDownLatch(1);
    other.execute(
        () -> {
          try {
            go.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    for (int i = 0; i < 50; i++) {
      other.execute(truth.task(1));
    }
    List<Runnable> left = other.shutdownNow();
    ThreadPoolExecutor pool = pool("drained", 1, new LinkedBlockingQueue<>());
    for (int i = 0; i < left.size(); i++) {
      truth.submit(pool, 2);
    }
    await(truth, left.size());
    return truth;
  }

  /**
   * Tasks of 4 ms.
   *
   * @param pause between them in milliseconds: so that enough of them run where some are discarded,
   *     as a delay of one counts in the mean of a few
   */
  private static Truth refused(String name, RejectedExecutionHandler policy, int n, long pause)
      throws InterruptedException {
    Truth truth = new Truth(name);
    Truth elsewhere = new Truth("elsewhere");
    ThreadPoolExecutor pool = pool(name, 1, new ArrayBlockingQueue<>(5));
    pool.setRejectedExecutionHandler(policy);
    Thread caller = Thread.currentThread();
    for (int i = 0; i < n; i++) {
      Thread.sleep(pause);
      Task task = truth.task(4);
      int ranHere = elsewhere.count.get();
      pool.execute(
          new FutureTask<Void>(
              () -> {
                boolean here = Thread.currentThread() == caller;
                (here ? new Task(elsewhere, task.submitted(), 4) : task).run();
                return null;
              }));
      if (elsewhere.count.get() == ranHere) {
        truth.submitted(task.submitted);
      }
    }
    while (pool.getActiveCount() > 0 || !pool.getQueue().isEmpty()) {
      Thread.sleep(5);
    }
    return truth;
  }

  /** One and the same object, again and again. */
  private static Truth same() throws InterruptedException {
    Truth truth = new Truth("same");
    ThreadPoolExecutor pool = pool("same", 1, new LinkedBlockingQueue<>());
    LinkedBlockingQueue<Long> submitted = new LinkedBlockingQueue<>();
    Runnable task =
        () -> {
          Long at = submitted.poll();
          if (at != null) {
            new Task(truth, at, 2).run();
          }
        };
    for (int i = 0; i < 200; i++) {
      long at = System.nanoTime();
      submitted.add(at);
      pool.execute(task);
      truth.submitted(at);
    }
    await(truth, 200);
    return truth;
  }

  /** A subclass that overrides the hooks and does not call super. */
  private static Truth hooked() throws InterruptedException {
    Truth truth = new Truth("hooked");
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            2,
            2,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> new Thread(task, "hooked-" + number.incrementAndGet())) {
          @Override
          protected void beforeExecute(Thread thread, Runnable task) {}

          @Override
          protected void afterExecute(Runnable task, Throwable thrown) {}
        };
    for (int i = 0; i < 100; i++) {
      truth.submit(pool, 4);
    }
    await(truth, 100);
    return truth;
  }

  /** Due after a delay, which is no wait; busy when it is due, which is one. */
  private static Truth scheduled() throws InterruptedException {
    Truth truth = new Truth("scheduled");
    ScheduledThreadPoolExecutor pool =
        new ScheduledThreadPoolExecutor(1, task -> new Thread(task, "scheduled-1"));
    for (int i = 0; i < 50; i++) {
      long due = System.nanoTime() + 100_000_000L;
      Task task = new Task(truth, due, 5);
      var unused = pool.schedule(task, 100, TimeUnit.MILLISECONDS);
    }
    await(truth, 50);
    return truth;
  }

  private static Truth forkJoin() throws InterruptedException {
    Truth truth = new Truth("fork");
    ForkJoinPool pool =
        new ForkJoinPool(
            2,
            p -> {
              var worker = ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(p);
              worker.setName("fork-" + worker.getPoolIndex());
              return worker;
            },
            null,
            true);
    for (int i = 0; i < 100; i++) {
      truth.submit(pool, 5);
    }
    await(truth, 100);
    return truth;
  }
}
