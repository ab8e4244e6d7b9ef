package dev.snarl.observe;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SnarlExecutors;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlTasks;
import java.util.concurrent.SnarlWaits;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Calls the probe where woven code would, in a JVM that is not woven. */
final class ByHand {
  final AtomicLong started = new AtomicLong();
  final AtomicLong built = new AtomicLong();
  final AtomicLong waited = new AtomicLong();

  Thread thread(Runnable work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } finally {
                SnarlProbe.threadEnding(Thread.currentThread());
              }
            },
            "by-hand");
    SnarlProbe.threadStarting(thread);
    started.incrementAndGet();
    return thread;
  }

  <T> T await(Future<T> future) throws ExecutionException, InterruptedException {
    long from = System.nanoTime();
    SnarlWaits.enterTaskWait(future, 0);
    try {
      return future.get();
    } finally {
      SnarlWaits.leaveWait();
      waited.addAndGet(System.nanoTime() - from);
    }
  }

  Pool pool(int threads) {
    return new Pool(threads);
  }

  /** A thread pool whose tasks are seen as those of a woven one. */
  final class Pool extends ThreadPoolExecutor {
    Pool(int threads) {
      super(
          threads,
          threads,
          1,
          TimeUnit.MILLISECONDS,
          new LinkedBlockingQueue<>(),
          ByHand.this::thread);
      allowCoreThreadTimeOut(true);
      built.incrementAndGet();
      SnarlExecutors.built(this);
    }

    @Override
    protected <T> FutureTask<T> newTaskFor(Callable<T> callable) {
      return new FutureTask<>(callable) {
        @Override
        public void run() {
          SnarlTasks.enterTask(this);
          try {
            super.run();
          } finally {
            SnarlTasks.leaveTask();
          }
        }
      };
    }

    @Override
    public void execute(Runnable task) {
      SnarlExecutors.executing(this, task);
      super.execute(task);
    }

    @Override
    protected void beforeExecute(Thread thread, Runnable task) {
      SnarlExecutors.begins(this, task);
    }

    @Override
    protected void afterExecute(Runnable task, Throwable thrown) {
      SnarlExecutors.ends(task);
    }

    @Override
    public void shutdown() {
      SnarlExecutors.stopping(this);
      super.shutdown();
    }
  }
}
