package dev.snarl.observe;

import dev.snarl.stacks.Frames;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SnarlExecutors;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlTasks;
import java.util.concurrent.SnarlWaits;
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
    SnarlExecutors.built(pool);
    SnarlExecutors.executing(pool, another);
    SnarlExecutors.executing(pool, task);
    SnarlExecutors.begins(pool, task);
    SnarlTasks.enterTask(task);
    SnarlTasks.leaveTask();
    SnarlExecutors.ends(task);
    SnarlWaits.enterTaskWait(task, 0);
    SnarlWaits.leaveWait();
    SnarlWaits.enterTaskWait(another, 0);
    SnarlWaits.leaveWait();
    SnarlExecutors.rejected(pool, task);
    SnarlExecutors.stopping(pool);
  }

  private static void futures() {
    CompletableFuture<Void> source = new CompletableFuture<>();
    CompletableFuture<Void> stage = new CompletableFuture<>();
    SnarlTasks.submitted(source);
    SnarlTasks.derived(stage, null, source);
    SnarlTasks.enterStage(source);
    SnarlTasks.leaveTask();
    SnarlExecutors.forkJoinBegins(source);
    SnarlWaits.enterCompletableWait(stage, 0);
    SnarlWaits.parkInCompletableWait();
    SnarlWaits.leaveWait();
  }
}
