/*
 * claim: a producer is ended by an exception at its third line, and the consumer waits at the queue, beside a main thread that beats
 * expect: lost-wait warning at TAKES
 * seconds: 27
 */
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

public class LostWaitProducerFailsEarly {
  static final BlockingQueue<Integer> amounts = new LinkedBlockingQueue<>();

  public static void main(String[] args) throws Exception {
    Thread reads = new Thread(LostWaitProducerFailsEarly::read, "reads");
    reads.setUncaughtExceptionHandler((by, what) -> System.out.println(by + " has ended: " + what));
    reads.start();
    new Thread(LostWaitProducerFailsEarly::sum, "sums").start();
    for (int beat = 0; beat < 25; beat++) {
      Thread.sleep(1_000);
      System.out.println("beat " + beat);
    }
    System.exit(0);
  }

  static void read() {
    for (String line : List.of("12", "7", "n/a", "5")) {
      amounts.add(Integer.parseInt(line));
    }
  }

  static void sum() {
    try {
      for (int sum = 0; ; ) {
        sum += amounts.take(); // <TAKES>
        System.out.println(sum);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
