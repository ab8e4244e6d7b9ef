/*
 * claim: all that give permits back wait for one, since calls that failed have kept them, beside a thread that has much to do
 * expect: lost-wait warning at PERMIT
 * seconds: 30
 */
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;

public class LostWaitKeptPermits {
  static final Semaphore calls = new Semaphore(2);
  static long sum;

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 4; i++) {
      String name = "calls-" + i;
      start(name, () -> call(name));
    }
    start("sums", () -> { while (true) { sum(); } });
    Thread.sleep(28_000);
    System.exit(0);
  }

  static void start(String name, Callable<?> work) {
    new Thread(() -> { try { work.call(); } catch (Exception e) { throw new IllegalStateException(e); } }, name).start();
  }

  static Object call(String name) throws InterruptedException {
    for (int i = 0; ; i++) {
      calls.acquire(); // <PERMIT>
      try {
        ask(name, i);
        calls.release();
      } catch (IOException e) {
        System.out.println(name + " failed: " + e);
      }
    }
  }

  static void ask(String name, int i) throws IOException, InterruptedException {
    Thread.sleep(20);
    if (i == 20 && (name.equals("calls-1") || name.equals("calls-2"))) {
      throw new IOException("refused");
    }
  }

  static void sum() throws InterruptedException {
    for (int i = 0; i < 1_000_000; i++) {
      sum += i;
    }
    Thread.sleep(5);
  }
}
