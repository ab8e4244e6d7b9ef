/*
 * claim: main waits for a third part that nobody makes, beside a thread that computes and one that accepts connections
 * expect: lost-wait warning at PARTS
 * seconds: 35
 */
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;

public class LostWaitBesideRunning {
  static final CountDownLatch parts = new CountDownLatch(3);
  static volatile double root;

  public static void main(String[] args) throws Exception {
    ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    start("accepts", () -> accept(server));
    start("computes", LostWaitBesideRunning::compute);
    start("end", LostWaitBesideRunning::end);
    for (int i = 0; i < 2; i++) {
      new Thread(parts::countDown, "part-" + i).start();
    }
    parts.await(); // <PARTS>
    System.out.println("all parts");
  }

  static void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  static void accept(ServerSocket server) {
    try {
      while (true) {
        Socket socket = server.accept();
        System.out.println(socket.getInputStream().read());
        socket.close();
      }
    } catch (IOException e) {
      System.out.println(e.getMessage());
    }
  }

  /** A few percent of a core. */
  static void compute() {
    double at = 1;
    while (true) {
      for (int i = 0; i < 200_000; i++) {
        at = Math.sqrt(at + i);
      }
      root = at;
      sleep(50);
    }
  }

  static void end() {
    sleep(33_000);
    System.exit(0);
  }

  static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
