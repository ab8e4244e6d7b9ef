package dev.snarl.observe;

import dev.snarl.stacks.Frames;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SnarlPool;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.ThreadPoolExecutor;

/**
 * Runs once what woven classes will run, before they are woven: whoever runs it first loads its
 * classes and links its calls, which takes tens of milliseconds, and in a running application that
 * would be requests, all at the same time. What it records goes to tables that are thrown away. It
 * touches no class that the application has not initialised, but for those of a thread pool.
 */
final class Rehearsal {

  private static final int SLOTS = 64;

  private Rehearsal() {}

  /** Only while no probe is attached. */
  static void play(Frames frames) {
    SnarlProbe.attach(new SinkByThread(new Recorder(frames)), SLOTS);
    try {
      pool();
      if (SelfTest.forkJoinInUse()) {
        futures();
      }
      Thread thread = new Thread(() -> {}, "snarl-rehearsal"); // never started
      SnarlProbe.threadStarting(thread);
      SnarlProbe.threadEnding(thread);
    } finally {
      SnarlProbe.detach();
    }
  }

  private static void pool() {
    ThreadPoolExecutor pool = SelfTest.agentPool(); // has no thread, for want of a task
    FutureTask<?> task = new FutureTask<>(() -> {}, null);
    FutureTask<?> another = new FutureTask<>(() -> {}, null);
    SnarlPool.built(pool);
    SnarlPool.executing(pool, another);
    SnarlPool.executing(pool, task);
    SnarlPool.begins(pool, task);
    SnarlProbe.enterTask(task);
    SnarlProbe.leaveTask();
    SnarlPool.ends(task);
    SnarlProbe.enterTaskWait(task, 0);
    SnarlProbe.leaveWait();
    SnarlProbe.enterTaskWait(another, 0);
    SnarlProbe.leaveWait();
    SnarlPool.rejected(pool, task);
    SnarlPool.stopping(pool);
  }

  private static void futures() {
    CompletableFuture<Void> source = new CompletableFuture<>();
    CompletableFuture<Void> stage = new CompletableFuture<>();
    SnarlProbe.submitted(source);
    SnarlProbe.derived(stage, null, source);
    SnarlProbe.enterStage(source);
    SnarlProbe.leaveTask();
    SnarlPool.forkJoinBegins(source);
    SnarlProbe.enterCompletableWait(stage, 0);
    SnarlProbe.parkInCompletableWait();
    SnarlProbe.leaveWait();
  }
}
