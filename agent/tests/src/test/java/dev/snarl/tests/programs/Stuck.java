package dev.snarl.tests.programs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/** Gets stuck in the way that its argument names, and stays so until its standard input ends. */
public final class Stuck {
  private static final Object LEFT = new Object();
  private static final Object RIGHT = new Object();
  private static final ReentrantLock LOCK = new ReentrantLock();

  private Stuck() {}

  /**
   * Starts the threads, says {@code stuck} and waits.
   *
   * @param arguments one of the ways below
   */
  public static void main(String[] arguments) throws Exception {
    switch (arguments[0]) {
      case "pair" -> pair();
      case "starvation" -> starvation();
      case "monitors" -> monitors();
      case "mixed" -> mixed();
      case "pool-deadlock" -> poolDeadlock();
      case "idle" -> idle();
      default -> throw new IllegalArgumentException(arguments[0]);
    }
    System.out.println("stuck");
    while (System.in.read() >= 0) {
      // Until it is closed.
    }
    System.exit(0);
  }

  /** Three requests, each waiting for a worker that reads from a socket on which nothing comes. */
  private static void pair() throws IOException {
    ServerSocket silent = new ServerSocket(0);
    ExecutorService requests = Executors.newFixedThreadPool(3, Stuck::request);
    ExecutorService workers = Executors.newFixedThreadPool(3);
    CountDownLatch reading = new CountDownLatch(3);
    for (int i = 0; i < 3; i++) {
      requests.execute(() -> answer(workers, silent, reading));
    }
    await(reading);
  }

  private static Thread request(Runnable task) {
    return new Thread(task, "request-" + System.identityHashCode(task));
  }

  private static void answer(ExecutorService workers, ServerSocket silent, CountDownLatch reading) {
    try {
      workers.submit(() -> fetch(silent, reading)).get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private static int fetch(ServerSocket silent, CountDownLatch reading) {
    try (Socket socket = new Socket(silent.getInetAddress(), silent.getLocalPort());
        InputStream in = socket.getInputStream()) {
      reading.countDown();
      return in.read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A pool whose tasks wait, for a while, for tasks in its own queue. */
  private static void starvation() {
    outerAndInner(future -> future.get(1, TimeUnit.HOURS));
  }

  private static void poolDeadlock() {
    outerAndInner(Future::get);
  }

  private interface Wait {
    void on(Future<?> future) throws InterruptedException, ExecutionException, TimeoutException;
  }

  private static void outerAndInner(Wait wait) {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    CyclicBarrier both = new CyclicBarrier(2);
    CountDownLatch submitted = new CountDownLatch(2);
    for (int i = 0; i < 2; i++) {
      pool.execute(() -> call(() -> outer(pool, both, submitted, wait)));
    }
    await(submitted);
  }

  private static Void outer(
      ExecutorService pool, CyclicBarrier both, CountDownLatch submitted, Wait wait)
      throws Exception {
    both.await();
    Future<?> inner = pool.submit(() -> {});
    submitted.countDown();
    wait.on(inner);
    return null;
  }

  /** Two threads that take two monitors in different order. */
  private static void monitors() {
    CyclicBarrier both = new CyclicBarrier(2);
    start("left", () -> locking(LEFT, RIGHT, both));
    start("right", () -> locking(RIGHT, LEFT, both));
  }

  private static Void locking(Object first, Object second, CyclicBarrier both) throws Exception {
    synchronized (first) {
      both.await();
      synchronized (second) {
        return null;
      }
    }
  }

  /** A monitor and a lock in different order. */
  private static void mixed() {
    CyclicBarrier both = new CyclicBarrier(2);
    start(
        "monitor-first",
        () -> {
          synchronized (LEFT) {
            both.await();
            LOCK.lock();
            return null;
          }
        });
    start("lock-first", () -> lockFirst(both));
  }

  private static Void lockFirst(CyclicBarrier both) throws Exception {
    LOCK.lock();
    both.await();
    synchronized (LEFT) {
      return null;
    }
  }

  private static void start(String name, Callable<Void> work) {
    Thread thread = new Thread(() -> call(work), name);
    thread.setDaemon(true);
    thread.start();
  }

  private static void call(Callable<Void> work) {
    try {
      work.call();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * What a service does at night: pools that wait for work, an acceptor, a timer, the common pool.
   */
  private static void idle() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    ExecutorService cached = Executors.newCachedThreadPool();
    for (int i = 0; i < 4; i++) {
      pool.submit(() -> {}).get();
      cached.submit(() -> {}).get();
    }
    Future<?> unused =
        Executors.newScheduledThreadPool(2)
            .scheduleAtFixedRate(() -> {}, 1, 3600, TimeUnit.SECONDS);
    CompletableFuture.runAsync(() -> {}).get();
    ServerSocket server = new ServerSocket(0);
    start(
        "acceptor",
        () -> {
          server.accept();
          return null;
        });
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
