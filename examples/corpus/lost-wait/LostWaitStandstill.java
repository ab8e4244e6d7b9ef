/*
 * claim: nobody is left who ends waits: a notify before the wait, signals that each give only after the other's, no poison for a consumer, a reply that only success completes
 * expect: lost-wait warning at READS
 * expect: lost-wait warning at SIGNAL
 * expect: lost-wait warning at CONSUMES
 * expect: lost-wait warning at REPLY
 * allow: async-blocking-pair warning
 * seconds: 34
 */
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class LostWaitStandstill {
  static final Object ready = new Object();
  static final ReentrantLock lock = new ReentrantLock();
  static final Condition left = lock.newCondition();
  static final Condition right = lock.newCondition();
  static final BlockingQueue<Integer> orders = new LinkedBlockingQueue<>();
  static final boolean[] told = new boolean[2];

  public static void main(String[] args) throws Exception {
    start("tells", () -> { synchronized (ready) { ready.notifyAll(); } return null; }).join();
    start("reads", LostWaitStandstill::read);
    start("left", () -> pass(0, left, right));
    start("right", () -> pass(1, right, left));
    start("asks", LostWaitStandstill::ask);
    Thread consumer = start("consumes", LostWaitStandstill::consume);
    orders.put(1);
    start("closes", () -> { consumer.join(); return null; });
    Thread.sleep(31_000);
    System.exit(0);
  }

  static Thread start(String name, Callable<?> work) {
    Thread thread = new Thread(() -> { try { work.call(); } catch (Exception e) { throw new IllegalStateException(e); } }, name);
    thread.start();
    return thread;
  }

  static Object read() throws InterruptedException {
    synchronized (ready) {
      ready.wait(); // <READS>
    }
    System.out.println("ready");
    return null;
  }

  static Object pass(int mine, Condition waits, Condition next) throws InterruptedException {
    lock.lock();
    try {
      while (!told[mine]) {
        waits.await(); // <SIGNAL>
      }
      told[1 - mine] = true;
      next.signal();
    } finally {
      lock.unlock();
    }
    return null;
  }

  static Object consume() throws InterruptedException {
    for (int order = orders.take(); order >= 0; order = orders.take()) { // <CONSUMES>
      System.out.println("order " + order);
    }
    return null;
  }

  static Object ask() throws Exception {
    CompletableFuture<Integer> reply = new CompletableFuture<>();
    CompletableFuture.supplyAsync(() -> Integer.parseInt("x")).thenAccept(reply::complete);
    System.out.println("reply " + reply.get()); // <REPLY>
    return null;
  }
}
