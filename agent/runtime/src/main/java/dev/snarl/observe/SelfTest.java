package dev.snarl.observe;

import dev.snarl.observe.live.AgentThread;
import dev.snarl.observe.slots.WaitsOver;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SnarlExecutors;
import java.util.concurrent.SnarlLens;
import java.util.concurrent.SnarlPool;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlSink;
import java.util.concurrent.SnarlSlot;
import java.util.concurrent.SnarlWake;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Proves the hooks: makes a real blocked get, a real pool and a real thread, on the agent's own
 * threads, and checks that each was seen. What needs the fork-join pool waits until the application
 * has used it, since the pool reads its system properties once, and {@code main} may still set
 * them.
 */
public final class SelfTest extends SnarlSink {

  /** Hooks that need no fork-join pool. */
  public static final List<String> FIRST =
      List.of(
          "future-task-wait",
          "submission",
          "executor-built",
          "executor-fed",
          "executor-stopping",
          "queue-time",
          "rejection",
          "failure",
          "thread-start",
          "thread-end",
          "wake");

  /** Hooks that are proved once the application uses the fork-join pool. */
  public static final List<String> SECOND =
      List.of(
          "completable-future-wait",
          "completable-future-task",
          "dependent-stage",
          "fork-join-wait",
          "fork-join-task");

  private static final int ATTEMPTS = 3;

  private final SinkByThread sink;
  private final Set<String> seen = Collections.synchronizedSet(new TreeSet<>());

  SelfTest(SinkByThread sink) {
    this.sink = sink;
  }

  @Override
  public void waited(SnarlSlot slot, Object future, boolean timed, long parkedAt, long now) {
    seen.add(
        switch (WaitsOver.kind(future)) {
          case "completable-future" -> "completable-future-wait";
          case "future-task" -> "future-task-wait";
          default -> "fork-join-wait";
        });
  }

  @Override
  public void threadStarting(Thread thread) {
    seen.add("thread-start");
  }

  @Override
  public void threadEnding(SnarlSlot slot) {
    seen.add("thread-end");
  }

  @Override
  public void executorBuilt(Object executor) {
    seen.add("executor-built");
    SnarlPool.register(new SnarlPool(executor));
  }

  @Override
  public void executing(@Nullable SnarlSlot slot, Object executor) {
    seen.add("executor-fed");
  }

  @Override
  public void executorStopping(Object executor) {
    seen.add("executor-stopping");
  }

  @Override
  public void ran(SnarlPool pool, long nanos, int tasks) {
    seen.add("queue-time");
    SnarlPool.forget(pool);
  }

  @Override
  public void failed(Object task, Object thrown) {
    seen.add("failure");
  }

  @Override
  public void rejected(Object executor) {
    seen.add("rejection");
  }

  /** Whether the second part can run without being the first to touch the fork-join pool. */
  public static boolean forkJoinInUse() {
    return SnarlLens.initialised(ForkJoinPool.class)
        && SnarlLens.initialised(CompletableFuture.class);
  }

  /** Tests the hooks that need no fork-join pool; returns those that were not seen to work. */
  public List<String> first() {
    return run(FIRST, this::pool);
  }

  /** Tests the others, when {@link #forkJoinInUse()}. */
  public List<String> second() {
    return run(SECOND, this::futures);
  }

  private interface Part {
    void run() throws Exception;
  }

  /** More than once where need be: on a busy machine a wait may be over before it has begun. */
  private List<String> run(List<String> hooks, Part part) {
    List<String> missing = hooks;
    for (int i = 0; i < ATTEMPTS && !missing.isEmpty(); i++) {
      missing = attempt(hooks, part);
    }
    return missing;
  }

  private List<String> attempt(List<String> hooks, Part part) {
    sink.selfTest(this);
    try {
      part.run();
    } catch (Exception | LinkageError e) {
      seen.remove(hooks.get(0)); // reported below with whatever else was not reached
    } finally {
      sink.selfTest(null);
    }
    List<String> missing = new ArrayList<>(hooks);
    missing.removeAll(seen);
    return missing;
  }

  /**
   * Its thread ends with its task and never waits for the next one: waiting in a queue goes through
   * the fork-join pool since JDK 16, whose system properties {@code main} may still set. The JDK's
   * own thread factory would take a number, and the application's next pool get another name.
   */
  static ThreadPoolExecutor agentPool() {
    return new ThreadPoolExecutor(
        0,
        1,
        0,
        TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(),
        task -> new AgentThread(task, "snarl-self-test"));
  }

  private void pool() throws Exception {
    ThreadPoolExecutor pool = agentPool();
    CountDownLatch go = new CountDownLatch(1);
    Thread tester = Thread.currentThread();
    boolean watched = SnarlExecutors.watchFeeders;
    SnarlExecutors.watchFeeders = true;
    Thread releaser = new AgentThread(() -> release(tester, go), "snarl-self-test");
    try {
      Future<Boolean> task = pool.submit(() -> go.await(5, TimeUnit.SECONDS));
      SnarlSlot slot = SnarlProbe.slotFor(tester);
      if (slot != null && WaitsOver.own(slot, task)) {
        seen.add("submission");
      }
      releaser.start();
      SnarlWake wake = new SnarlWake(tester);
      wake.arm();
      task.get(5, TimeUnit.SECONDS);
      wake.disarm();
      if (wake.waker() != null) {
        seen.add("wake");
      }
      releaser.join(5_000);
      pool.execute(new FutureTask<Void>(SelfTest::fail, null));
      awaitSeen("failure");
      awaitSeen("queue-time"); // the worker says so after the task is done
    } finally {
      pool.shutdown();
      SnarlExecutors.watchFeeders = watched;
    }
    try {
      pool.execute(() -> {});
    } catch (RejectedExecutionException expected) {
      // The point of this call.
    }
  }

  private static void fail() {
    throw new IllegalStateException();
  }

  private void awaitSeen(String hook) {
    long deadline = System.nanoTime() + 1_000_000_000L;
    while (!seen.contains(hook) && System.nanoTime() < deadline) {
      LockSupport.parkNanos(100_000);
    }
  }

  /** Opens the gate once the tester is parked, so that the wait is a real one. */
  private static void release(Thread tester, CountDownLatch go) {
    SnarlProbe.slotFor(Thread.currentThread()); // a thread without one ends unseen
    long deadline = System.nanoTime() + 2_000_000_000L;
    while (tester.getState() == Thread.State.RUNNABLE && System.nanoTime() < deadline) {
      LockSupport.parkNanos(100_000);
    }
    go.countDown();
  }

  private void futures() throws Exception {
    ThreadPoolExecutor pool = agentPool();
    try {
      CountDownLatch go = new CountDownLatch(1);
      CompletableFuture<Boolean> root =
          CompletableFuture.supplyAsync(() -> sees("completable-future-task", go), pool);
      CompletableFuture<Boolean> stage =
          root.thenApplyAsync(done -> sees("dependent-stage", go), pool);
      releaseSoon(go);
      stage.get(5, TimeUnit.SECONDS);
    } finally {
      pool.shutdown();
    }
    // In a thread rather than a pool: pools are numbered, and the application's next one would get
    // another name.
    CountDownLatch go = new CountDownLatch(1);
    ForkJoinTask<Boolean> task = ForkJoinTask.adapt(() -> sees("fork-join-task", go));
    new AgentThread(task::quietlyInvoke, "snarl-self-test").start();
    releaseSoon(go);
    task.get(5, TimeUnit.SECONDS);
  }

  private static void releaseSoon(CountDownLatch go) {
    Thread tester = Thread.currentThread();
    new AgentThread(() -> release(tester, go), "snarl-self-test").start();
  }

  private boolean sees(String hook, CountDownLatch go) {
    SnarlSlot slot = SnarlProbe.slotFor(Thread.currentThread());
    if (slot != null && slot.runs > 0) {
      seen.add(hook);
    }
    try {
      return go.await(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
