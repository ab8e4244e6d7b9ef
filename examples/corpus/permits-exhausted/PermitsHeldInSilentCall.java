/*
 * claim: whoever has a permit waits for a peer that never answers; the finding names that call
 * expect: permits-exhausted warning at ACQUIRE
 * seconds: 24
 */
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

public class PermitsHeldInSilentCall {
  static final Semaphore permits = new Semaphore(2);

  public static void main(String[] args) throws Exception {
    ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    ExecutorService requests = Executors.newFixedThreadPool(6);
    for (int i = 0; i < 30; i++) {
      requests.execute(() -> handle(silent.getLocalPort()));
    }
    Thread.sleep(22_000);
    System.exit(0);
  }

  static void handle(int port) {
    permits.acquireUninterruptibly(); // <ACQUIRE>
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getInputStream().read();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } finally {
      permits.release();
    }
  }
}
