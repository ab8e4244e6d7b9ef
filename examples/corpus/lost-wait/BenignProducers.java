/*
 * claim: consumers take from queues whose producers have thrown: one is started again, one is one of several, one has done its work
 * twin of: lost-wait
 * allow: thread-per-task warning
 * seconds: 36
 */
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;

public class BenignProducers {
  static final BlockingQueue<String> again = new LinkedBlockingQueue<>();
  static final BlockingQueue<String> several = new LinkedBlockingQueue<>();
  static final BlockingQueue<String> done = new LinkedBlockingQueue<>();

  public static void main(String[] args) throws Exception {
    start("again", () -> take(again));
    start("several", () -> { while (true) { System.out.println("several " + several.take()); } });
    start("done", () -> { while (true) { System.out.println("done " + done.take()); } });
    start("supervises", BenignProducers::supervise);
    for (int i = 0; i < 15; i++) {
      start("asks-" + i, BenignProducers::ask);
      Thread.sleep(300);
    }
    start("reads", BenignProducers::read);
    Thread.sleep(30_000);
    System.exit(0);
  }

  static Thread start(String name, Callable<?> work) {
    Thread thread = new Thread(() -> { try { work.call(); } catch (Exception e) { throw new IllegalStateException(e); } }, name);
    thread.setUncaughtExceptionHandler((by, what) -> System.out.println(by + " has ended: " + what));
    thread.start();
    return thread;
  }

  static Object take(BlockingQueue<String> queue) throws InterruptedException {
    while (true) {
      System.out.println(queue.take());
    }
  }

  static Object supervise() throws InterruptedException {
    while (true) {
      start("produces", BenignProducers::produce).join();
      Thread.sleep(26_000);
    }
  }

  static Object produce() throws InterruptedException {
    for (int i = 0; i < 20; i++) {
      Thread.sleep(300);
      again.put("line " + i);
    }
    throw new IllegalStateException("disconnected");
  }

  static Object ask() throws InterruptedException {
    several.put(Thread.currentThread().getName());
    throw new IllegalStateException("bad request");
  }

  static Object read() throws InterruptedException {
    for (int i = 0; i < 20; i++) {
      Thread.sleep(200);
      done.put("line " + i);
    }
    return null;
  }
}
