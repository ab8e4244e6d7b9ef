/*
 * claim: Both workers of a fork-join pool in async mode wait in FutureTask.get(), which neither helps nor compensates, for
 *   tasks that lie in their own work queues; the pool has all the threads that its parallelism permits.
 * expect: pool-deadlock critical at GET
 * allow: pool-starvation warning
 * allow: pool-saturated warning
 * allow: jit-warm-up info
 */
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;

public class DeadlockForkJoinQueues {
  // An event pool as the documentation suggests it: tasks first in, first out, never joined.
  private static final ForkJoinPool EVENTS =
      new ForkJoinPool(2, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 10; i++) {
      int event = i;
      EVENTS.submit(() -> publish(event));
    }
    Thread.sleep(15_000);
    System.exit(0);
  }

  private static String publish(int event) throws Exception {
    Thread.sleep(500); // validates the payload
    FutureTask<String> subscriber = new FutureTask<>(() -> "subscriber of " + event);
    EVENTS.execute(subscriber);
    return subscriber.get(); // <GET>
  }
}
