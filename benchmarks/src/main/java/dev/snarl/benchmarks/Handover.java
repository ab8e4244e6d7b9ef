package dev.snarl.benchmarks;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A thread asks a partner and waits for the answer, as calls made synchronous do: both park and
 * wake each other once in an operation, unless one is still running when the other answers.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Handover {
  private static final CountDownLatch LAST = new CountDownLatch(0);

  /** What the caller waits at. */
  public enum How {
    LATCH,
    SEMAPHORE,
    QUEUE
  }

  @Param({"LATCH", "SEMAPHORE", "QUEUE"})
  public How how = How.LATCH;

  private final BlockingQueue<CountDownLatch> latches = new LinkedBlockingQueue<>();
  private final BlockingQueue<Object> answers = new LinkedBlockingQueue<>();
  private final Semaphore asked = new Semaphore(0);
  private final Semaphore answered = new Semaphore(0);
  private volatile boolean over;
  private Thread partner = new Thread(this::answer, "partner");

  @Setup
  public void start() {
    over = false;
    partner = new Thread(this::answer, "partner");
    partner.setDaemon(true);
    partner.start();
  }

  @TearDown
  public void end() throws InterruptedException {
    over = true;
    latches.add(LAST);
    asked.release();
    partner.join();
    latches.clear();
    asked.drainPermits();
    answered.drainPermits();
    answers.clear();
  }

  @Benchmark
  public Object askAndWait() throws InterruptedException {
    if (how == How.SEMAPHORE) {
      asked.release();
      answered.acquire();
      return answered;
    }
    CountDownLatch latch = new CountDownLatch(1);
    latches.add(latch);
    if (how == How.QUEUE) {
      return answers.take();
    }
    latch.await();
    return latch;
  }

  private void answer() {
    try {
      while (!over) {
        if (how == How.SEMAPHORE) {
          asked.acquire();
          answered.release();
        } else {
          CountDownLatch latch = latches.take();
          latch.countDown();
          if (how == How.QUEUE) {
            answers.add(latch);
          }
        }
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
