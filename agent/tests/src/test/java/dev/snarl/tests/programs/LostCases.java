package dev.snarl.tests.programs;

import java.lang.ref.Cleaner;
import java.lang.ref.WeakReference;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Phaser;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Threads that can never go on, named {@code lost-}, and threads in the same calls that somebody
 * may still wake, named {@code kept-}.
 */
@SuppressWarnings({
  "LockNotBeforeTry",
  "WaitNotInLoop",
  "FutureReturnValueIgnored",
  "ModifiedButNotUsed"
}) // on purpose
public final class LostCases {
  private static final CountDownLatch STATIC = new CountDownLatch(1);
  private static final WeakReference<CountDownLatch> WEAK =
      new WeakReference<>(new CountDownLatch(1));
  private static final List<WeakReference<Runnable>> LISTENERS = new ArrayList<>();
  private static final ExecutorService CALLBACKS = Executors.newFixedThreadPool(1);
  private static final Cleaner CLEANER = Cleaner.create();
  private static final Object CLEANED = new Object();
  private static final ThreadLocal<CountDownLatch> LOCAL = new ThreadLocal<>();

  private LostCases() {}

  /** Starts them all, says {@code begun}, and stays until its standard input ends. */
  public static void main(String[] arguments) throws Exception {
    lost();
    lostInPools();
    lostCallbacks();
    kept();
    keptByTheJdk();
    Thread.sleep(1_500);
    System.out.println("begun");
    while (System.in.read() >= 0) {
      // Until it is closed.
    }
    System.exit(0);
  }

  private static void start(String name, Callable<?> body) {
    new Thread(() -> run(body), name).start();
  }

  private static void run(Callable<?> body) {
    try {
      body.call();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static ThreadFactory named(String name) {
    AtomicInteger next = new AtomicInteger();
    return task -> new Thread(task, name + "-" + next.incrementAndGet());
  }

  private static boolean await(CountDownLatch latch) throws InterruptedException {
    latch.await();
    return true;
  }

  private static void lost() throws InterruptedException {
    CountDownLatch forgotten = new CountDownLatch(2);
    start("counts", () -> forgotten.getCount() > 5);
    start("lost-latch", () -> await(forgotten));

    Semaphore permits = new Semaphore(2);
    for (int i = 0; i < 2; i++) {
      start("lost-second-permit-" + i, () -> twice(permits));
    }

    CompletableFuture<String> dropped = new CompletableFuture<>();
    start("lost-future", dropped::get);
    start("lost-dependent", dropped.thenApply(text -> text + "!")::join);
    start("lost-task", new FutureTask<>(() -> "x")::get);

    BlockingQueue<String> empty = new ArrayBlockingQueue<>(1);
    start("lost-take", empty::take);
    BlockingQueue<String> full = new ArrayBlockingQueue<>(1);
    start(
        "lost-put",
        () -> {
          full.put("x");
          full.put("y");
          return true;
        });
    start("lost-hand-over", new SynchronousQueue<String>()::take);
    start("lost-exchange", () -> new Exchanger<String>().exchange("x"));
    start("lost-barrier", new CyclicBarrier(2)::await);
    start("lost-phase", new Phaser(2)::arriveAndAwaitAdvance);

    ReentrantLock lock = new ReentrantLock();
    Thread owner = new Thread(lock::lock, "took-a-lock");
    owner.start();
    owner.join();
    start("lost-lock", () -> locked(lock));

    ReentrantLock ofCondition = new ReentrantLock();
    Condition never = ofCondition.newCondition();
    start(
        "lost-signal",
        () -> {
          ofCondition.lock();
          never.await();
          return true;
        });

    ReentrantReadWriteLock both = new ReentrantReadWriteLock();
    start(
        "lost-upgrade",
        () -> {
          both.readLock().lock();
          both.writeLock().lock();
          return true;
        });

    start(
        "lost-to-itself",
        () -> {
          Thread.currentThread().join();
          return true;
        });
    Object monitor = new Object();
    start("lost-notify", () -> untilNotified(monitor));
    circle("lost-circle", new Object(), new Object());
  }

  private static boolean twice(Semaphore permits) throws InterruptedException {
    permits.acquire();
    Thread.sleep(100);
    permits.acquire();
    return true;
  }

  private static boolean locked(ReentrantLock lock) {
    lock.lock();
    return true;
  }

  private static boolean untilNotified(Object monitor) throws InterruptedException {
    synchronized (monitor) {
      monitor.wait();
    }
    return true;
  }

  private static void circle(String name, Object one, Object other) {
    start(name + "-1", () -> inside(one, other));
    start(name + "-2", () -> inside(other, one));
  }

  private static boolean inside(Object outer, Object inner) throws InterruptedException {
    synchronized (outer) {
      Thread.sleep(200);
      synchronized (inner) {
        return true;
      }
    }
  }

  private static void lostInPools() {
    ExecutorService counts = Executors.newFixedThreadPool(2, named("lost-in-pool"));
    for (int i = 0; i < 2; i++) {
      CountDownLatch latch = new CountDownLatch(1);
      counts.submit(() -> inQueue(counts, latch::countDown, latch));
    }
    ExecutorService completes = Executors.newFixedThreadPool(1, named("lost-completion"));
    completes.submit(
        () -> {
          ExecutorCompletionService<String> service = new ExecutorCompletionService<>(completes);
          service.submit(() -> "x");
          return service.take();
        });
    ExecutorService idle = Executors.newFixedThreadPool(1, named("lost-idle"));
    idle.execute(() -> {});
  }

  /** A listener that was collected, and one that fails before it completes what is waited for. */
  private static void lostCallbacks() {
    CountDownLatch heard = new CountDownLatch(1);
    LISTENERS.add(new WeakReference<>(heard::countDown));
    start("lost-listener", () -> await(heard));
    CompletableFuture<Integer> parsed = new CompletableFuture<>();
    CALLBACKS.submit(() -> parsed.complete(Integer.parseInt("none")));
    start("lost-callback", parsed::get);
  }

  private static boolean inQueue(ExecutorService pool, Runnable task, CountDownLatch latch)
      throws InterruptedException {
    Thread.sleep(100);
    pool.execute(task);
    return await(latch);
  }

  private static void kept() throws InterruptedException {
    start("kept-by-a-static", () -> await(STATIC));
    start("kept-by-a-weak-static", LostCases::weak);
    ExecutorService serves = Executors.newFixedThreadPool(2, named("kept-pool"));
    CountDownLatch queued = new CountDownLatch(1);
    serves.execute(LostCases::sleepForEver);
    serves.submit(() -> inQueue(serves, queued::countDown, queued));

    CountDownLatch later = new CountDownLatch(1);
    ScheduledExecutorService timer = Executors.newScheduledThreadPool(1, named("kept-timer"));
    timer.schedule(later::countDown, 1, TimeUnit.HOURS);
    start("kept-by-a-timer", () -> await(later));

    CountDownLatch held = new CountDownLatch(1);
    start(
        "sleeps",
        () -> {
          sleepForEver();
          held.countDown();
          return true;
        });
    start("kept-by-a-local", () -> await(held));

    CountDownLatch local = new CountDownLatch(1);
    start(
        "remembers",
        () -> {
          LOCAL.set(local);
          sleepForEver();
          LOCAL.get().countDown();
          return true;
        });
    start("kept-by-a-thread-local", () -> await(local));

    Semaphore breathing = new Semaphore(0);
    start("kept-permit", () -> twice(breathing));
    start(
        "gives-back",
        () -> {
          sleepForEver();
          breathing.release();
          return true;
        });

    Thread sleeper = new Thread(LostCases::sleepForEver, "sleeper");
    sleeper.start();
    start(
        "kept-join",
        () -> {
          sleeper.join();
          return true;
        });

    ReentrantLock lock = new ReentrantLock();
    start(
        "owns",
        () -> {
          lock.lock();
          sleepForEver();
          return true;
        });
    Object monitor = new Object();
    start(
        "enters",
        () -> {
          synchronized (monitor) {
            sleepForEver();
          }
          return true;
        });
    Thread.sleep(200);
    start("kept-lock", () -> locked(lock));
    start("kept-monitor", () -> inside(monitor, new Object()));
  }

  private static boolean weak() throws InterruptedException {
    CountDownLatch latch = WEAK.get();
    return latch == null || await(latch);
  }

  private static void sleepForEver() {
    try {
      Thread.sleep(Long.MAX_VALUE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void keptByTheJdk() throws Exception {
    CompletableFuture<String> timed = new CompletableFuture<>();
    timed.orTimeout(1, TimeUnit.HOURS);
    start("kept-by-a-time-out", timed::get);

    CountDownLatch cleaned = new CountDownLatch(1);
    CLEANER.register(CLEANED, cleaned::countDown);
    start("kept-by-a-cleaner", () -> await(cleaned));

    CountDownLatch hook = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(hook::countDown));
    start("kept-by-a-hook", () -> await(hook));

    Pipe pipe = Pipe.open();
    pipe.source().configureBlocking(false);
    Selector selector = Selector.open();
    CountDownLatch attached = new CountDownLatch(1);
    pipe.source().register(selector, SelectionKey.OP_READ).attach(attached);
    start("selects", selector::select);
    start("kept-by-a-selector", () -> await(attached));

    CountDownLatch forked = new CountDownLatch(1);
    ForkJoinPool fork = new ForkJoinPool(1);
    fork.submit(LostCases::sleepForEver);
    fork.submit(forked::countDown);
    start("kept-by-a-fork", () -> await(forked));
    start("kept-by-an-argument", () -> get(new CompletableFuture<>()));
  }

  private static String get(CompletableFuture<String> future)
      throws ExecutionException, InterruptedException {
    start(
        "answers-late",
        () -> {
          sleepForEver();
          return future.complete("x");
        });
    return future.get();
  }
}
