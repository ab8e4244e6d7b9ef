/*
 * claim: two threads wait in a future of the application's own, which a thread that threw and a task that caught its exception did not set
 * expect: lost-wait warning at AWAITS
 * allow: async-blocking-pair warning
 * allow: thread-per-task warning
 * seconds: 36
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LostWaitNotified {
  static final int BAD = 150;
  static final ExecutorService pool = Executors.newFixedThreadPool(4);

  /** As many programs have one. */
  static class Reply {
    private String value;

    synchronized void set(String value) {
      this.value = value;
      notifyAll();
    }

    synchronized String get() throws InterruptedException {
      while (value == null) {
        wait(); // <AWAITS>
      }
      return value;
    }
  }

  interface Call { void with(int n) throws Exception; }

  public static void main(String[] args) throws Exception {
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {}); // as a log that nobody reads
    start("asks", LostWaitNotified::ask);
    start("loads", LostWaitNotified::load);
    Thread.sleep(33_000);
    System.exit(0);
  }

  static void start(String name, Call call) {
    new Thread(() -> { try { for (int n = 0; ; n++) { call.with(n); } } catch (Exception e) { throw new IllegalStateException(e); } }, name).start();
  }

  static String parse(int n) {
    try { Thread.sleep(30); } catch (InterruptedException e) { throw new IllegalStateException(e); }
    return Integer.toString(Integer.parseInt(n == BAD ? "malformed" : "1"));
  }

  static void answer(int n, Reply reply) {
    try { reply.set(parse(n)); } catch (NumberFormatException e) { /* as a log that nobody reads */ }
  }

  static void ask(int n) throws Exception {
    Reply reply = new Reply();
    pool.submit(() -> answer(n, reply));
    reply.get();
  }

  static void load(int n) throws Exception {
    Reply reply = new Reply();
    new Thread(() -> reply.set(parse(n)), "loader").start();
    reply.get();
  }
}
