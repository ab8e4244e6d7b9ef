/*
 * claim: threads wait for what others do in the end that compute, spin, or read what is sent to a socket
 * twin of: lost-wait
 * seconds: 40
 */
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

public class BenignBesideRunning {
  static final long END = System.nanoTime() + TimeUnit.SECONDS.toNanos(33);
  static final CountDownLatch computed = new CountDownLatch(1);
  static final CompletableFuture<Integer> sent = new CompletableFuture<>();
  static final Object turn = new Object();
  static volatile double root;

  public static void main(String[] args) throws Exception {
    ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
    InputStream input = server.accept().getInputStream();
    start("at-latch", () -> { computed.await(); System.out.println("computed"); return null; });
    start("at-future", () -> { System.out.println("sent " + sent.get()); return null; });
    start("at-monitor", BenignBesideRunning::awaitTurn);
    start("computes", BenignBesideRunning::compute);
    start("spins", BenignBesideRunning::giveTurn);
    start("reads", () -> sent.complete(input.read()));
    Thread.sleep(34_000);
    client.getOutputStream().write(1);
    client.close();
    Thread.sleep(1_000);
    System.exit(0);
  }

  static void start(String name, Callable<?> work) {
    new Thread(() -> { try { work.call(); } catch (Exception e) { throw new IllegalStateException(e); } }, name).start();
  }

  static Object compute() throws InterruptedException {
    double at = 1;
    while (System.nanoTime() < END) {
      for (int i = 0; i < 200_000; i++) {
        at = Math.sqrt(at + i);
      }
      Thread.sleep(50);
    }
    computed.countDown();
    root = at;
    return null;
  }

  static Object awaitTurn() throws InterruptedException {
    synchronized (turn) {
      turn.wait();
    }
    System.out.println("my turn");
    return null;
  }

  static Object giveTurn() {
    while (System.nanoTime() < END) {
      for (int i = 0; i < 5_000 && root == 0; i++) {
        Thread.onSpinWait();
      }
      LockSupport.parkNanos(50_000_000);
    }
    synchronized (turn) {
      turn.notifyAll();
    }
    return null;
  }
}
