package dev.snarl.tests.contract;

import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** What is seen of threads from outside: their frames, what they wait for, how many they are. */
@SuppressWarnings("FutureReturnValueIgnored")
final class Stacks implements Checks.Group {
  @Override
  public void run(Checks checks) {
    checks.that("in FutureTask.get", () -> parked(new FutureTask<>(() -> 1)::get));
    checks.that(
        "in a timed get", () -> parked(() -> new FutureTask<>(() -> 1).get(9, TimeUnit.SECONDS)));
    checks.that("in CompletableFuture.get", () -> parked(new CompletableFuture<String>()::get));
    checks.that("in CompletableFuture.join", Stacks::join);
    checks.that(
        "in its timed get",
        () -> parked(() -> new CompletableFuture<String>().get(9, TimeUnit.SECONDS)));
    checks.that("in ForkJoinTask.get", () -> parked(ForkJoinTask.adapt(() -> "x")::get));
    checks.that("in ForkJoinTask.join", Stacks::forkJoinJoin);
    checks.that("in allOf", () -> parked(CompletableFuture.allOf(new CompletableFuture<>())::get));
    checks.that("in invokeAll", () -> parked(() -> stuck().invokeAll(List.of(() -> 1, () -> 2))));
    checks.that("idle worker", Stacks::idle);
    checks.that("idle scheduled worker", Stacks::idleScheduled);
    checks.that("StackWalker in a task", Stacks::walker);
    checks.that("StackWalker in stages", Stacks::walkerInStages);
    checks.that("StackWalker in fork-join", Stacks::walkerInForkJoin);
    checks.that("StackWalker with hidden frames", Stacks::hiddenFrames);
    checks.that("getStackTrace in a task", Stacks::ownStack);
    checks.that("caller class", Stacks::callerClass);
    checks.that("threads of the application", Stacks::threads);
    checks.that("counts of threads", Stacks::counts);
    checks.that("deadlock of locks", Stacks::deadlock);
    checks.that("toString of executors", Stacks::strings);
  }

  private static final List<ExecutorService> STUCK = new ArrayList<>();

  /** A pool whose one thread never comes free until it is interrupted. */
  private static ExecutorService stuck() {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    STUCK.add(pool);
    pool.execute(
        () -> {
          try {
            Thread.sleep(60_000);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    return pool;
  }

  private static Object parked(Callable<?> wait) {
    Thread waiter =
        new Thread(
            () -> {
              try {
                wait.call();
              } catch (Exception e) {
                // interrupted at the end
              }
            },
            "waiter");
    waiter.start();
    Moments.waits(waiter);
    String seen = of(waiter);
    waiter.interrupt();
    Moments.join(waiter);
    STUCK.forEach(ExecutorService::shutdownNow);
    STUCK.clear();
    return seen;
  }

  private static String of(Thread thread) {
    Object blocker = LockSupport.getBlocker(thread);
    ThreadInfo info = ManagementFactory.getThreadMXBean().getThreadInfo(thread.getId(), 100);
    LockInfo lock = info.getLockInfo();
    List<String> frames = new ArrayList<>();
    for (StackTraceElement frame : thread.getStackTrace()) {
      frames.add(Said.frame(frame));
    }
    List<String> inBean = new ArrayList<>();
    for (StackTraceElement frame : info.getStackTrace()) {
      inBean.add(Said.frame(frame));
    }
    return info.getThreadState()
        + " on "
        + (blocker == null ? "nothing" : blocker.getClass().getName())
        + " "
        + (lock == null ? "nothing" : lock.getClassName())
        + " "
        + frames
        + " "
        + frames.equals(inBean);
  }

  private static Object join() {
    CompletableFuture<Integer> future = new CompletableFuture<>();
    Thread waiter = new Thread(future::join, "joiner");
    waiter.start();
    Moments.waits(waiter);
    String seen = of(waiter);
    future.complete(1);
    Moments.join(waiter);
    return seen;
  }

  private static Object forkJoinJoin() {
    ForkJoinTask<Integer> task = ForkJoinTask.adapt(() -> 1);
    Thread waiter = new Thread(task::join, "joiner");
    waiter.start();
    Moments.waits(waiter);
    String seen = of(waiter);
    task.complete(1);
    Moments.join(waiter);
    return seen;
  }

  private static Object idle() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    Thread worker = pool.submit(Thread::currentThread).get();
    Moments.waits(worker);
    String seen = of(worker);
    Moments.end(pool);
    return seen;
  }

  private static Object idleScheduled() throws Exception {
    ExecutorService pool = Executors.newScheduledThreadPool(1);
    Thread worker = pool.submit(Thread::currentThread).get();
    Moments.waits(worker);
    String seen = of(worker);
    Moments.end(pool);
    return seen;
  }

  private static String walk(StackWalker walker) {
    return walker
        .walk(
            frames ->
                frames
                    .map(
                        frame ->
                            frame.getClassName()
                                + "."
                                + frame.getMethodName()
                                + ":"
                                + frame.getLineNumber())
                    .toList())
        .toString();
  }

  private static Object walker() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    List<String> seen = new ArrayList<>();
    pool.execute(() -> seen.add(walk(StackWalker.getInstance())));
    seen.add(pool.submit(() -> walk(StackWalker.getInstance())).get());
    Moments.end(pool);
    ExecutorService scheduled = Executors.newScheduledThreadPool(1);
    seen.add(scheduled.submit(() -> walk(StackWalker.getInstance())).get());
    Moments.end(scheduled);
    Thread thread = new Thread(() -> seen.add(walk(StackWalker.getInstance())));
    thread.start();
    Moments.join(thread);
    return seen;
  }

  private static Object walkerInStages() {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    List<String> seen = new ArrayList<>();
    CompletableFuture<String> source = new CompletableFuture<>();
    CompletableFuture<String> all =
        source
            .thenApplyAsync(x -> x + walk(StackWalker.getInstance()), pool)
            .thenApply(x -> x + walk(StackWalker.getInstance()));
    source.complete("");
    Moments.until("done", all::isDone);
    seen.add(all.join());
    seen.add(CompletableFuture.supplyAsync(() -> walk(StackWalker.getInstance()), pool).join());
    CompletableFuture.runAsync(() -> seen.add(walk(StackWalker.getInstance())), pool).join();
    Moments.end(pool);
    return seen;
  }

  private static Object walkerInForkJoin() throws Exception {
    ForkJoinPool pool = new ForkJoinPool(1);
    List<String> seen = new ArrayList<>();
    seen.add(pool.submit(() -> walk(StackWalker.getInstance())).get());
    pool.submit(
            () -> {
              seen.add(walk(StackWalker.getInstance()));
            })
        .get();
    seen.add(
        pool.submit(
                new RecursiveTask<String>() {
                  private static final long serialVersionUID = 1;

                  @Override
                  protected String compute() {
                    return walk(StackWalker.getInstance());
                  }
                })
            .get());
    Moments.end(pool);
    return seen;
  }

  private static Object hiddenFrames() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    String seen =
        pool.submit(
                () ->
                    walk(
                        StackWalker.getInstance(
                            java.util.Set.of(
                                StackWalker.Option.SHOW_HIDDEN_FRAMES,
                                StackWalker.Option.SHOW_REFLECT_FRAMES))))
            .get();
    Moments.end(pool);
    return seen;
  }

  private static Object ownStack() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    List<String> seen =
        pool.submit(
                () -> {
                  List<String> frames = new ArrayList<>();
                  for (StackTraceElement frame : Thread.currentThread().getStackTrace()) {
                    frames.add(frame.toString());
                  }
                  return frames;
                })
            .get();
    Moments.end(pool);
    return seen;
  }

  private static Object callerClass() throws Exception {
    StackWalker walker = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    ExecutorService pool = Executors.newFixedThreadPool(1);
    List<String> seen = new ArrayList<>();
    Runnable task =
        new Runnable() {
          @Override
          public void run() {
            seen.add(walker.getCallerClass().getName());
          }
        };
    pool.execute(task);
    pool.submit(task).get();
    Moments.end(pool);
    CompletableFuture.completedFuture(1).thenAccept(x -> task.run()).join();
    return seen;
  }

  private static Object threads() {
    CountDownLatch gate = new CountDownLatch(1);
    ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(3);
    pool.setThreadFactory(task -> new Thread(task, "counted"));
    for (int i = 0; i < 3; i++) {
      pool.execute(() -> Moments.await(gate));
    }
    Moments.until(
        "all wait",
        () ->
            Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().equals("counted"))
                    .filter(thread -> thread.getState() == Thread.State.TIMED_WAITING)
                    .count()
                == 3);
    List<String> names = new ArrayList<>();
    for (Map.Entry<Thread, StackTraceElement[]> each : Thread.getAllStackTraces().entrySet()) {
      if (each.getKey().getName().equals("counted")) {
        names.add(each.getKey().getName() + " " + each.getValue().length);
      }
    }
    Collections.sort(names);
    gate.countDown();
    Moments.end(pool);
    return names;
  }

  private static Object counts() {
    ThreadMXBean bean = ManagementFactory.getThreadMXBean();
    int before = bean.getThreadCount();
    List<Thread> threads = new ArrayList<>();
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(5);
    for (int i = 0; i < 5; i++) {
      Thread thread =
          new Thread(
              () -> {
                begun.countDown();
                Moments.await(gate);
              },
              "five");
      thread.start();
      threads.add(thread);
    }
    Moments.await(begun);
    long mine =
        Thread.getAllStackTraces().keySet().stream()
            .filter(t -> t.getName().equals("five"))
            .count();
    boolean enough = bean.getThreadCount() >= 6 && before >= 1;
    gate.countDown();
    threads.forEach(Moments::join);
    return mine + " " + enough + " " + new TreeSet<>(List.of(threads.get(0).getState()));
  }

  private static Object deadlock() {
    ReentrantLock first = new ReentrantLock();
    ReentrantLock second = new ReentrantLock();
    CountDownLatch both = new CountDownLatch(2);
    List<Thread> threads = new ArrayList<>();
    for (boolean order : new boolean[] {true, false}) {
      Thread thread =
          new Thread(
              () -> {
                ReentrantLock one = order ? first : second;
                ReentrantLock other = order ? second : first;
                one.lock();
                try {
                  both.countDown();
                  Moments.await(both);
                  other.lockInterruptibly();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                } finally {
                  one.unlock();
                }
              },
              "locker");
      thread.start();
      threads.add(thread);
    }
    Moments.await(both);
    threads.forEach(Moments::waits);
    ThreadMXBean bean = ManagementFactory.getThreadMXBean();
    Moments.until("the JVM sees it", () -> bean.findDeadlockedThreads() != null);
    int found = bean.findDeadlockedThreads().length;
    threads.get(0).interrupt();
    threads.get(1).interrupt();
    threads.forEach(Thread::interrupt);
    return found;
  }

  private static Object strings() {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    String seen = pool + " " + new ForkJoinPool(2) + " " + new CompletableFuture<>();
    Moments.end(pool);
    return seen + " " + pool + " " + new FutureTask<>(() -> 1);
  }
}
