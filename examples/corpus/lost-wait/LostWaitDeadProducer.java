/*
 * claim: two consumers take from queues whose only producer was ended by an exception that nobody caught
 * expect: lost-wait warning at TAKES
 * expect: lost-wait warning at POLLS
 * seconds: 42
 */
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;

public class LostWaitDeadProducer {
  static final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  static final LinkedBlockingDeque<Integer> lengths = new LinkedBlockingDeque<>();

  public static void main(String[] args) throws Exception {
    start("parses", LostWaitDeadProducer::parse);
    start("sums", LostWaitDeadProducer::sum);
    start("reads", LostWaitDeadProducer::read);
    Thread.sleep(40_000);
    System.exit(0);
  }

  static void start(String name, Callable<?> work) {
    Thread thread = new Thread(() -> { try { work.call(); } catch (Exception e) { throw new IllegalStateException(e); } }, name);
    thread.setUncaughtExceptionHandler((by, what) -> System.out.println(by + " has ended: " + what));
    thread.start();
  }

  static Object read() throws InterruptedException {
    for (String line = "a"; ; line += "a") {
      Thread.sleep(250);
      if (line.length() > 45) {
        throw new IllegalArgumentException("too long: " + line);
      }
      lines.put(line);
      lengths.putLast(line.length());
    }
  }

  static Object parse() throws InterruptedException {
    while (true) {
      System.out.println(lines.take()); // <TAKES>
    }
  }

  static Object sum() throws InterruptedException {
    for (int sum = 0; ; ) {
      sum += lengths.takeFirst(); // <POLLS>
      System.out.println(sum);
    }
  }
}
