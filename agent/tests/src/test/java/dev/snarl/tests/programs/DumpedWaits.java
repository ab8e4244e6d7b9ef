package dev.snarl.tests.programs;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Threads that wait for one another for ever, each circle in threads or pools whose name begins
 * with {@code stuck-}, and their twins, which look alike and can go on: {@code fine-}. Without the
 * argument {@code monitors} none of them is at a monitor.
 */
@SuppressWarnings({"LockNotBeforeTry", "FutureReturnValueIgnored"}) // on purpose
public final class DumpedWaits {
  private static final CompletableFuture<String> PROMISE = new CompletableFuture<>();
  private static final CountDownLatch NEVER = new CountDownLatch(1);

  private DumpedWaits() {}

  /** Starts them all, says {@code begun}, and stays until its standard input ends. */
  public static void main(String[] arguments) throws Exception {
    stuckPools();
    stuckLocks();
    fine();
    pairs();
    if (arguments.length > 0) {
      monitors();
    }
    Thread.sleep(1_500);
    System.out.println("begun");
    while (System.in.read() >= 0) {
      // Until it is closed.
    }
    System.exit(0);
  }

  static void start(String name, Callable<?> body) {
    new Thread(() -> run(body), name).start();
  }

  private static Object run(Callable<?> body) {
    try {
      return body.call();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static ThreadFactory named(String name) {
    AtomicInteger next = new AtomicInteger();
    return task -> new Thread(task, name + "-" + next.incrementAndGet());
  }

  private static ExecutorService fixed(String name, int threads) {
    return Executors.newFixedThreadPool(threads, named(name));
  }

  /** Each thread of it waits for what a task makes of the pool that runs the inner one. */
  private static void nested(ExecutorService outer, int threads, Callable<?> wait) {
    CyclicBarrier all = new CyclicBarrier(threads);
    for (int i = 0; i < threads; i++) {
      outer.submit(
          () -> {
            all.await();
            return wait.call();
          });
    }
  }

  private static String inner() {
    return "inner";
  }

  private static void stuckPools() {
    ExecutorService tasks = fixed("stuck-tasks", 2);
    nested(tasks, 2, () -> tasks.submit(DumpedWaits::inner).get());
    ExecutorService async = fixed("stuck-async", 2);
    nested(async, 2, () -> CompletableFuture.supplyAsync(DumpedWaits::inner, async).join());
    ExecutorService derived = fixed("stuck-derived", 1);
    nested(
        derived,
        1,
        () -> {
          CompletableFuture<String> price =
              CompletableFuture.supplyAsync(DumpedWaits::inner, derived);
          CompletableFuture<String> count =
              CompletableFuture.supplyAsync(DumpedWaits::inner, derived);
          return price.thenApply(String::trim).thenCombine(count, String::concat).get();
        });
    ExecutorService every = fixed("stuck-every", 1);
    nested(
        every,
        1,
        () ->
            CompletableFuture.allOf(
                    CompletableFuture.completedFuture("cached"),
                    CompletableFuture.supplyAsync(DumpedWaits::inner, every))
                .get());
    ExecutorService one = fixed("stuck-one", 1);
    ExecutorService other = fixed("stuck-other", 1);
    nested(one, 1, () -> other.submit(() -> one.submit(DumpedWaits::inner).get()).get());
    ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(named("stuck-scheduled"));
    nested(timer, 1, () -> CompletableFuture.supplyAsync(DumpedWaits::inner, timer).get());
  }

  private static void stuckLocks() {
    ReentrantLock[] ring = {new ReentrantLock(), new ReentrantLock(true), new ReentrantLock()};
    CyclicBarrier met = new CyclicBarrier(ring.length);
    for (int i = 0; i < ring.length; i++) {
      int mine = i;
      start(
          "stuck-ring-" + i,
          () -> {
            ring[mine].lock();
            met.await();
            ring[(mine + 1) % ring.length].lock();
            return true;
          });
    }
    ReentrantReadWriteLock upgraded = new ReentrantReadWriteLock();
    CyclicBarrier readers = new CyclicBarrier(2);
    for (int i = 0; i < 2; i++) {
      start(
          "stuck-upgrade-" + i,
          () -> {
            upgraded.readLock().lock();
            readers.await();
            upgraded.writeLock().lock();
            return true;
          });
    }
    ExecutorService pool = fixed("stuck-worker", 1);
    ReentrantLock lock = new ReentrantLock();
    CountDownLatch held = new CountDownLatch(1);
    pool.submit(
        () -> {
          held.await();
          lock.lock();
          return true;
        });
    start(
        "stuck-flusher",
        () -> {
          lock.lock();
          held.countDown();
          return pool.submit(DumpedWaits::inner).get();
        });
    Thread[] both = new Thread[2];
    CountDownLatch made = new CountDownLatch(1);
    for (int i = 0; i < 2; i++) {
      int other = 1 - i;
      both[i] =
          new Thread(
              () ->
                  run(
                      () -> {
                        made.await();
                        both[other].join();
                        return true;
                      }),
              "stuck-join-" + i);
    }
    both[0].start();
    both[1].start();
    made.countDown();
  }

  private static void fine() {
    ExecutorService free = fixed("fine-free", 3);
    nested(free, 3, () -> "warm");
    nested(free, 2, () -> free.submit(() -> NEVER.await(1, TimeUnit.HOURS)).get());
    ExecutorService timed = fixed("fine-timed", 1);
    nested(timed, 1, () -> timed.submit(DumpedWaits::inner).get(1, TimeUnit.HOURS));
    ExecutorService deadline = fixed("fine-deadline", 1);
    nested(
        deadline,
        1,
        () ->
            CompletableFuture.supplyAsync(DumpedWaits::inner, deadline)
                .orTimeout(1, TimeUnit.HOURS)
                .join());
    ExecutorService outside = fixed("fine-outside", 2);
    nested(outside, 2, PROMISE::get);
    outside.submit(DumpedWaits::inner);
    outside.submit(DumpedWaits::inner);
    ExecutorService any = fixed("fine-any", 1);
    nested(
        any,
        1,
        () ->
            CompletableFuture.anyOf(CompletableFuture.supplyAsync(DumpedWaits::inner, any), PROMISE)
                .get());
    ThreadPoolExecutor grows =
        new ThreadPoolExecutor(
            1, 4, 60, TimeUnit.SECONDS, new ArrayBlockingQueue<>(4), named("fine-grows"));
    nested(grows, 1, () -> grows.submit(DumpedWaits::inner).get());
    ThreadPoolExecutor chosen =
        new ThreadPoolExecutor(
            1,
            4,
            60,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>() {
              @Override
              public boolean offer(Runnable task) {
                return size() < 3 && super.offer(task);
              }
            },
            named("fine-offers"));
    nested(chosen, 1, () -> chosen.submit(DumpedWaits::inner).get());

    ReentrantLock lock = new ReentrantLock();
    CountDownLatch held = new CountDownLatch(1);
    start(
        "fine-holder",
        () -> {
          lock.lock();
          held.countDown();
          return NEVER.await(1, TimeUnit.HOURS);
        });
    start(
        "fine-waiter",
        () -> {
          held.await();
          lock.lock();
          return true;
        });
  }

  /** A batch is no pair: its thread goes on to the next future. */
  private static void pairs() {
    ExecutorService workers = fixed("pair-worker", 8);
    for (int i = 0; i < 3; i++) {
      start("pair-waiter-" + i, () -> workers.submit(DumpedWaits::works).get());
    }
    start(
        "fine-batch",
        () -> {
          Future<?> first = workers.submit(DumpedWaits::works);
          Future<?> second = workers.submit(DumpedWaits::works);
          first.get();
          return second.get();
        });
  }

  private static Object works() throws InterruptedException {
    return NEVER.await(1, TimeUnit.HOURS);
  }

  private static void monitors() {
    Object monitor = new Object();
    ReentrantLock lock = new ReentrantLock();
    CyclicBarrier both = new CyclicBarrier(2);
    start(
        "stuck-mixed-0",
        () -> {
          synchronized (monitor) {
            both.await();
            lock.lock();
          }
          return true;
        });
    start(
        "stuck-mixed-1",
        () -> {
          lock.lock();
          both.await();
          synchronized (monitor) {
            return true;
          }
        });
  }
}
