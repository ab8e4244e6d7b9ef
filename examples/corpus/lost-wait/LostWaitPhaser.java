/*
 * claim: three parties meet at a phaser round by round; in the fifteenth one throws before it arrives, and the others wait for it
 * expect: lost-wait warning at WAIT
 * seconds: 30
 */
import java.util.concurrent.Phaser;

public class LostWaitPhaser {
  static final int ROUNDS = 14;

  public static void main(String[] args) throws Exception {
    Phaser phaser = new Phaser(3);
    for (int i = 0; i < 3; i++) {
      int part = i;
      Thread thread = new Thread(() -> rounds(part, phaser), "party-" + part);
      thread.setUncaughtExceptionHandler((failed, thrown) -> {}); // as a log that nobody reads
      thread.start();
    }
    Thread.sleep(27_000);
    System.exit(0);
  }

  static void rounds(int part, Phaser phaser) {
    for (int round = 0; ; round++) {
      work(part, round);
      phaser.arriveAndAwaitAdvance(); // <WAIT>
    }
  }

  static void work(int part, int round) {
    try {
      Thread.sleep(100 + 100 * part);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (part == 2 && round == ROUNDS) {
      throw new IllegalStateException("no input for round " + round);
    }
  }
}
