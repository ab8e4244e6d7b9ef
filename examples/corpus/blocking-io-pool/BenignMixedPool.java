/*
 * claim: a third of the run time is waiting for a child process, the rest is work
 * twin of: blocking-io-pool
 * full: it computes for 6 s of 12
 */
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

public class BenignMixedPool {
  static final ExecutorService workers = Executors.newFixedThreadPool(2);
  static final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  static final Semaphore idle = new Semaphore(2);
  static volatile long sum;

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 30; i++) {
      idle.acquire(); // however slow the machine, nothing queues
      workers.execute(BenignMixedPool::work);
      Thread.sleep(400);
    }
    workers.shutdown();
  }

  static void work() {
    long end = threads.getCurrentThreadCpuTime() + 200_000_000L; // work grows with the load too
    long hash = 1;
    while (threads.getCurrentThreadCpuTime() < end) {
      hash = hash * 31 + end;
    }
    sum += hash;
    try {
      new ProcessBuilder("sleep", "0.1").start().waitFor();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    } finally {
      idle.release();
    }
  }
}
