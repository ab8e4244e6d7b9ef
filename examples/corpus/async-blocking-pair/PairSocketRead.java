/*
 * claim: the worker is blocked in a socket read, which the JVM calls RUNNABLE
 * expect: async-blocking-pair warning at WAIT
 * allow: blocking-io-pool info
 */
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PairSocketRead {
  static final ExecutorService requests = Executors.newFixedThreadPool(2);
  static final ExecutorService workers = Executors.newFixedThreadPool(2);
  static ServerSocket server;

  public static void main(String[] args) throws Exception {
    server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    Thread slow = new Thread(PairSocketRead::serve, "slow-server");
    slow.setDaemon(true);
    slow.start();
    for (int i = 0; i < 10; i++) {
      requests.submit(PairSocketRead::handle);
      Thread.sleep(800);
    }
    requests.shutdown();
    workers.shutdown();
  }

  static Object handle() throws Exception {
    return workers.submit(PairSocketRead::fetch).get(); // <WAIT>
  }

  static Object fetch() throws IOException {
    try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
        InputStream in = socket.getInputStream()) {
      return in.read();
    }
  }

  static void serve() {
    try {
      while (true) {
        try (Socket socket = server.accept()) {
          Thread.sleep(700);
          socket.getOutputStream().write(1);
        }
      }
    } catch (IOException | InterruptedException e) {
      System.out.println("server stopped: " + e);
    }
  }
}
