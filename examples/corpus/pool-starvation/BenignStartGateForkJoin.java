/*
 * claim: the tasks of two fork-join pools await a start gate that main opens, with more of them than threads, so those in the
 *   queues hold the gate too, those that tasks fork as those that are submitted
 * twin of: pool-starvation
 * allow: pool-saturated warning
 * allow: unbounded-queue info
 * seconds: 24
 */
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

public class BenignStartGateForkJoin {
  public static void main(String[] args) throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    ForkJoinPool users = new ForkJoinPool(2);
    ForkJoinPool steps = new ForkJoinPool(2);
    for (int i = 0; i < 6; i++) {
      users.execute(() -> await(gate));
    }
    for (int i = 0; i < 2; i++) {
      steps.execute(new Step(gate, 3));
    }
    Thread.sleep(20_000);
    gate.countDown();
    users.shutdown();
    steps.shutdown();
  }

  static void await(CountDownLatch gate) {
    try {
      gate.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static final class Step extends RecursiveAction {
    private final transient CountDownLatch gate;
    private final int left;

    Step(CountDownLatch gate, int left) {
      this.gate = gate;
      this.left = left;
    }

    @Override
    protected void compute() {
      if (left > 0) {
        new Step(gate, left - 1).fork();
      }
      BenignStartGateForkJoin.await(gate);
    }
  }
}
