package dev.snarl.tests.programs;

import java.lang.ref.Cleaner;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
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
import java.util.concurrent.locks.StampedLock;
import org.jspecify.annotations.Nullable;

/**
 * Small random worlds of threads that wait for each other, whose truth is who goes on: each thread
 * runs a few steps on locks, latches, permits, queues, futures and pools, and refers to nothing
 * else. Of each thread it is known when it last ended a step; one that has more to do and ends none
 * any more hangs.
 */
@SuppressWarnings({"LockNotBeforeTry", "WaitNotInLoop", "FutureReturnValueIgnored"}) // on purpose
public final class Worlds {
  private static final Map<Integer, CountDownLatch> KEPT = new ConcurrentHashMap<>();
  private static final Map<Integer, WeakReference<CountDownLatch>> WEAK = new ConcurrentHashMap<>();
  private static final Cleaner CLEANER = Cleaner.create();
  private static final ThreadLocal<@Nullable CountDownLatch> LOCAL = new ThreadLocal<>();

  /** A step of a thread. */
  private interface Step {
    void run() throws Exception;
  }

  private final Random random;
  private final String name;
  private final boolean virtual;
  private final List<List<Step>> threads = new ArrayList<>();
  private final Thread[] first = new Thread[1];
  private final AtomicInteger numbers = new AtomicInteger();

  private Worlds(Random random, String name, boolean virtual) {
    this.random = random;
    this.name = name;
    this.virtual = virtual;
  }

  /**
   * Runs them; says {@code begun} with the first, and what {@link Steps} says.
   *
   * @param arguments a seed, how many worlds, milliseconds between them, and {@code virtual} for
   *     virtual threads
   */
  public static void main(String[] arguments) throws Exception {
    Random random = new Random(Long.parseLong(arguments[0]));
    int worlds = Integer.parseInt(arguments[1]);
    long pause = Long.parseLong(arguments[2]);
    boolean virtual = arguments.length > 3;
    Thread reaper = new Thread(Worlds::reap, "reaper");
    reaper.setDaemon(true);
    reaper.start();
    System.out.println("begun");
    for (int i = 0; i < worlds; i++) {
      new Worlds(random, "w" + i, virtual).start(i);
      Thread.sleep(pause);
    }
    Steps.told();
  }

  /** What only a static map, or a weak reference in one, leads to. */
  private static void reap() {
    try {
      while (true) {
        Thread.sleep(1_500);
        KEPT.values().forEach(CountDownLatch::countDown);
        KEPT.clear();
        for (WeakReference<CountDownLatch> each : WEAK.values()) {
          CountDownLatch latch = each.get();
          if (latch != null) {
            latch.countDown();
          }
        }
        WEAK.clear();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void start(int number) {
    int count = 2 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      threads.add(new ArrayList<>());
    }
    int things = 1 + random.nextInt(4);
    for (int i = 0; i < things; i++) {
      thing(number);
    }
    List<Thread> made = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Deque<Step> steps = new ArrayDeque<>(threads.get(i));
      int ends = random.nextInt(6) == 0 ? random.nextInt(steps.size() + 1) : steps.size();
      Thread thread = newThread(() -> all(steps, ends), name + "-t" + i);
      made.add(thread);
    }
    first[0] = made.get(0);
    made.forEach(Thread::start);
  }

  private Thread newThread(Runnable task, String called) {
    if (!virtual) {
      return new Thread(task, called);
    }
    try {
      // By reflection, since the tests are compiled for 17.
      Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
      Class<?> type = Class.forName("java.lang.Thread$Builder");
      Object named = type.getMethod("name", String.class).invoke(builder, called);
      return (Thread) type.getMethod("unstarted", Runnable.class).invoke(named, task);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Each step is forgotten once it is over; a thread may end early, as one that throws. */
  private static void all(Deque<Step> steps, int ends) {
    try {
      int over = 0;
      for (Step step = steps.poll(); step != null; step = steps.poll()) {
        if (over++ == ends) {
          return;
        }
        Steps.begun();
        step.run();
        Steps.over();
      }
    } catch (Exception e) {
      Steps.over();
    }
  }

  private void add(Step step) {
    List<Step> thread = threads.get(random.nextInt(threads.size()));
    thread.add(random.nextInt(thread.size() + 1), step);
    if (random.nextInt(3) == 0) {
      long millis = random.nextInt(300);
      thread.add(random.nextInt(thread.size() + 1), () -> Thread.sleep(millis));
    }
  }

  private boolean rarely() {
    return random.nextInt(4) == 0;
  }

  private void thing(int number) {
    switch (random.nextInt(19)) {
      case 0 -> latch();
      case 1 -> permits();
      case 2 -> locks();
      case 3 -> condition();
      case 4 -> monitor();
      case 5 -> queue(new ArrayBlockingQueue<>(1));
      case 6 -> queue(new LinkedBlockingQueue<>(2));
      case 7 -> queue(rarely() ? new LinkedTransferQueue<>() : new SynchronousQueue<>());
      case 8 -> future();
      case 9 -> task();
      case 10 -> barrier();
      case 11 -> exchanger();
      case 12 -> phaser();
      case 13 -> readWrite();
      case 14 -> stamped();
      case 15 -> pool(Executors.newFixedThreadPool(1 + random.nextInt(2), factory()));
      case 16 -> pool(Executors.newSingleThreadExecutor(factory()));
      case 17 -> timer();
      default -> elsewhere(number);
    }
  }

  private ThreadFactory factory() {
    String prefix = name + "-pool-";
    AtomicInteger next = numbers;
    return task ->
        new Thread(
            () -> {
              task.run();
              Steps.wentOn();
            },
            prefix + next.incrementAndGet());
  }

  private void latch() {
    CountDownLatch latch = new CountDownLatch(1 + random.nextInt(2));
    add(latch::await);
    if (rarely()) {
      add(() -> latch.await(150, TimeUnit.MILLISECONDS));
    }
    long counts = latch.getCount() - (rarely() ? 1 : 0);
    for (int i = 0; i < counts; i++) {
      add(latch::countDown);
    }
  }

  private void permits() {
    Semaphore permits = new Semaphore(1 + random.nextInt(2), random.nextBoolean());
    for (int i = 0; i < 3; i++) {
      boolean back = !rarely();
      add(
          () -> {
            permits.acquire();
            Thread.sleep(20);
            if (back) {
              permits.release();
            }
          });
    }
    add(() -> permits.tryAcquire(100, TimeUnit.MILLISECONDS));
    if (random.nextBoolean()) {
      add(permits::release);
    }
  }

  private void locks() {
    ReentrantLock one = new ReentrantLock(random.nextBoolean());
    ReentrantLock other = new ReentrantLock();
    add(() -> inside(one, other));
    ReentrantLock outer = random.nextBoolean() ? one : other;
    add(() -> inside(outer, one));
    add(() -> inside(other, one));
    if (rarely()) {
      add(one::lock);
    }
  }

  private static void inside(ReentrantLock outer, ReentrantLock inner) throws InterruptedException {
    outer.lock();
    try {
      Thread.sleep(30);
      inner.lock();
      inner.unlock();
    } finally {
      outer.unlock();
    }
  }

  private void condition() {
    ReentrantLock lock = new ReentrantLock();
    Condition condition = lock.newCondition();
    for (int i = 0; i < 2; i++) {
      add(
          () -> {
            lock.lock();
            try {
              condition.await();
            } finally {
              lock.unlock();
            }
          });
    }
    boolean all = random.nextBoolean();
    for (int i = random.nextInt(3); i > 0; i--) {
      add(
          () -> {
            lock.lock();
            try {
              Thread.sleep(50);
              if (all) {
                condition.signalAll();
              } else {
                condition.signal();
              }
            } finally {
              lock.unlock();
            }
          });
    }
  }

  private void monitor() {
    Object one = new Object();
    Object other = new Object();
    add(
        () -> {
          synchronized (one) {
            one.wait();
          }
        });
    if (random.nextBoolean()) {
      add(
          () -> {
            Thread.sleep(100);
            synchronized (one) {
              one.notifyAll();
            }
          });
    }
    add(() -> inside(one, other));
    add(() -> inside(other, one));
  }

  private static void inside(Object outer, Object inner) throws InterruptedException {
    synchronized (outer) {
      Thread.sleep(30);
      synchronized (inner) {
        inner.notifyAll();
      }
    }
  }

  private void queue(BlockingQueue<String> queue) {
    for (int i = random.nextInt(3) + 1; i > 0; i--) {
      add(queue::take);
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      add(() -> queue.put("x"));
    }
    add(() -> queue.poll(120, TimeUnit.MILLISECONDS));
    if (rarely()) {
      add(() -> queue.offer("y", 80, TimeUnit.MILLISECONDS));
    }
  }

  private void future() {
    CompletableFuture<String> future = new CompletableFuture<>();
    CompletableFuture<String> next = future.thenApply(text -> text + "!");
    add(random.nextBoolean() ? next::get : next::join);
    add(future::get);
    if (!rarely()) {
      add(() -> future.complete("x"));
    } else if (random.nextBoolean()) {
      add(() -> future.orTimeout(400, TimeUnit.MILLISECONDS));
    }
  }

  private void task() {
    FutureTask<String> task = new FutureTask<>(() -> "x");
    add(task::get);
    if (!rarely()) {
      add(task::run);
    }
  }

  private void barrier() {
    CyclicBarrier barrier = new CyclicBarrier(2 + random.nextInt(2));
    for (int i = 0; i < 3; i++) {
      add(barrier::await);
    }
    if (rarely()) {
      add(barrier::reset);
    }
  }

  private void exchanger() {
    Exchanger<String> exchanger = new Exchanger<>();
    for (int i = 1 + random.nextInt(2); i > 0; i--) {
      add(() -> exchanger.exchange("x"));
    }
    add(() -> exchanger.exchange("y", 100, TimeUnit.MILLISECONDS));
  }

  private void phaser() {
    Phaser phaser = new Phaser(2);
    add(phaser::arriveAndAwaitAdvance);
    if (random.nextBoolean()) {
      add(phaser::arriveAndDeregister);
    }
    add(() -> phaser.awaitAdvance(0));
  }

  private void readWrite() {
    ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    boolean upgrade = rarely();
    add(
        () -> {
          lock.readLock().lock();
          Thread.sleep(30);
          if (upgrade) {
            lock.writeLock().lock();
          }
          lock.readLock().unlock();
        });
    add(
        () -> {
          lock.writeLock().lock();
          Thread.sleep(20);
          lock.writeLock().unlock();
        });
    add(
        () -> {
          lock.readLock().lock();
          lock.readLock().unlock();
        });
  }

  private void stamped() {
    StampedLock lock = new StampedLock();
    boolean back = !rarely();
    for (int i = 0; i < 2; i++) {
      add(
          () -> {
            long stamp = lock.writeLock();
            Thread.sleep(20);
            if (back) {
              lock.unlockWrite(stamp);
            }
          });
    }
    add(() -> lock.unlockRead(lock.readLock()));
  }

  private void pool(ExecutorService pool) {
    CountDownLatch latch = new CountDownLatch(1);
    add(
        () ->
            pool.submit(
                    () -> {
                      latch.await();
                      Steps.wentOn();
                      return "x";
                    })
                .get());
    add(
        () ->
            pool.execute(
                () -> {
                  Steps.wentOn();
                  latch.countDown();
                }));
    if (rarely()) {
      add(
          () ->
              pool.submit(
                      () -> {
                        pool.submit(() -> "x").get();
                        Steps.wentOn();
                        return "y";
                      })
                  .get());
    }
    if (rarely()) {
      add(pool::shutdown);
    }
    if (rarely()) {
      add(() -> pool.awaitTermination(200, TimeUnit.MILLISECONDS));
    }
  }

  private void timer() {
    ScheduledExecutorService timer = Executors.newScheduledThreadPool(1, factory());
    CountDownLatch latch = new CountDownLatch(1);
    boolean blocks = rarely();
    add(
        () -> {
          if (blocks) {
            timer.execute(
                () -> {
                  try {
                    latch.await();
                    Steps.wentOn();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
          }
          timer.schedule(
              () -> {
                Steps.wentOn();
                latch.countDown();
              },
              300,
              TimeUnit.MILLISECONDS);
        });
    add(latch::await);
  }

  /** Ended by somebody to whom no thread of this world leads. */
  private void elsewhere(int number) {
    CountDownLatch latch = new CountDownLatch(1);
    switch (random.nextInt(5)) {
      case 0 -> KEPT.put(number, latch);
      case 1 -> WEAK.put(number, new WeakReference<>(latch));
      case 2 -> CLEANER.register(new Object(), latch::countDown);
      case 3 -> {
        add(() -> LOCAL.set(latch));
        threads
            .get(0)
            .add(
                () -> {
                  Thread.sleep(200);
                  CountDownLatch mine = LOCAL.get();
                  if (mine != null) {
                    mine.countDown();
                  }
                });
      }
      default -> {
        Thread[] first = this.first;
        add(() -> first[0].join());
      }
    }
    add(latch::await);
  }
}
