/*
 * claim: parties wait at a barrier that one of them has left, and at a phaser where one has only registered
 * expect: lost-wait warning at BARRIER
 * expect: lost-wait warning at PHASER
 * seconds: 45
 */
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Phaser;

public class LostWaitParties {
  public static void main(String[] args) throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(3);
    Phaser phaser = new Phaser(1);
    for (int i = 0; i < 3; i++) {
      int rounds = i == 1 ? 20 : 1_000_000;
      new Thread(() -> meet(barrier, rounds), "party-" + i).start();
    }
    phaser.register();
    new Thread(() -> arrive(phaser), "arrives").start();
    sleep(42_000);
    System.exit(0);
  }

  static void meet(CyclicBarrier barrier, int rounds) {
    for (int i = 0; i < rounds; i++) {
      sleep(50);
      try {
        barrier.await(); // <BARRIER>
      } catch (InterruptedException | BrokenBarrierException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  static void arrive(Phaser phaser) {
    sleep(200);
    phaser.awaitAdvance(phaser.arrive()); // <PHASER>
  }

  static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
