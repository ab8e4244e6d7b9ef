/*
 * claim: tasks that keep the only thread of a pool for long and do not wait: one backs off, one computes,
 *   one polls a quiet socket with a time-out; and reads and awaits that have a long time-out
 * twin of: stuck-task
 * flags: -Dsnarl.rules.stuck-task.waitSeconds=5
 * allow: pool-saturated warning
 * allow: pool-starvation warning
 * allow: blocking-io-pool info
 * seconds: 18
 * full: it computes for 17 s
 */
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class BenignNoWait {
  interface Step {
    void run(int i) throws Exception;
  }

  public static void main(String[] args) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Socket quiet = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket slow = new Socket(server.getInetAddress(), server.getLocalPort())) {
      start(i -> Thread.sleep(i == 9 ? 30_000 : 250));
      start(BenignNoWait::compute);
      start(i -> poll(i, quiet));
      start(i -> read(slow, i == 9 ? 60_000 : 250));
      start(i -> new CountDownLatch(1).await(i == 9 ? 60_000 : 250, TimeUnit.MILLISECONDS));
      Thread.sleep(17_000);
      System.exit(0);
    }
  }

  /** The ninth task is the long one. */
  static void start(Step step) {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    for (int i = 1; i <= 14; i++) {
      int number = i;
      pool.execute(() -> run(step, number));
    }
  }

  static void run(Step step, int number) {
    try {
      step.run(number);
    } catch (Exception e) {
      Thread.currentThread().interrupt();
    }
  }

  static void compute(int i) {
    double sum = 0;
    long end = System.nanoTime() + (i == 9 ? 100 : 1) * 250_000_000L;
    while (System.nanoTime() < end) {
      sum += Math.sqrt(sum + i);
    }
  }

  static void poll(int i, Socket quiet) throws Exception {
    for (int times = i == 9 ? 100 : 1; times > 0; times--) {
      read(quiet, 250);
    }
  }

  static void read(Socket socket, int millis) throws Exception {
    socket.setSoTimeout(millis);
    try {
      socket.getInputStream().read();
    } catch (SocketTimeoutException e) {
      // the next
    }
  }
}
