package dev.snarl.tests.programs;

import java.util.concurrent.locks.LockSupport;

/**
 * Starts virtual threads, which park, yield, allocate and end, and a few platform threads, until
 * its input ends; then says whether there were any.
 */
public final class ChurningThreads {
  private static final int AT_ONCE = 50;
  private static final int YIELDS = 10;

  private static volatile boolean over;
  private static volatile byte[] garbage = {};

  private ChurningThreads() {}

  public static void main(String[] args) throws Exception {
    Thread[] starters = new Thread[3];
    for (int i = 0; i < starters.length; i++) {
      starters[i] = new Thread(ChurningThreads::churn, "starter-" + i);
      starters[i].start();
    }
    Hello.awaitEnd();
    over = true;
    for (Thread starter : starters) {
      starter.join();
    }
    System.out.println(garbage.length > 0 ? "they came and went" : "there were none");
  }

  private static void churn() {
    Thread[] threads = new Thread[AT_ONCE];
    try {
      while (!over) {
        for (int i = 0; i < AT_ONCE; i++) {
          threads[i] = VirtualThreads.start(ChurningThreads::live);
        }
        for (Thread thread : threads) {
          thread.join();
        }
        Thread platform = new Thread(ChurningThreads::live);
        platform.start();
        platform.join();
      }
    } catch (ReflectiveOperationException | InterruptedException e) {
      System.out.println("failed: " + e);
    }
  }

  /** Each yield takes it off its carrier and puts it onto one again. */
  @SuppressWarnings("ThreadPriorityCheck")
  private static void live() {
    garbage = new byte[2_000];
    LockSupport.parkNanos(10_000);
    for (int i = 0; i < YIELDS; i++) {
      Thread.yield();
    }
  }
}
