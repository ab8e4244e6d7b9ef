/*
 * claim: of many calls to a server, one never gets its reply, has no time-out, and keeps the only thread of a pool
 * expect: stuck-task warning at READS
 * allow: pool-saturated warning
 * allow: pool-starvation warning
 * allow: blocking-io-pool info
 * flags: -Dsnarl.rules.stuck-task.waitSeconds=5 -Dsnarl.rules.stuck-task.timesLongest=4
 * seconds: 42
 */
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class StuckTaskNoTimeout {
  static final int HANGS = 60;

  public static void main(String[] args) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread replies = new Thread(() -> reply(server), "server");
      replies.setDaemon(true);
      replies.start();
      ExecutorService pool = Executors.newFixedThreadPool(1);
      for (int i = 0; i < 80; i++) {
        pool.execute(() -> call(server));
      }
      Thread.sleep(41_000);
      System.exit(0);
    }
  }

  static void call(ServerSocket server) {
    try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
      socket.getOutputStream().write(1);
      socket.getInputStream().read(); // <READS>
    } catch (IOException e) {
      // the end
    }
  }

  static void reply(ServerSocket server) {
    for (int i = 1; ; i++) {
      try {
        Socket socket = server.accept();
        socket.getInputStream().read();
        if (i == HANGS) {
          Thread.sleep(90_000);
        }
        Thread.sleep(250);
        socket.getOutputStream().write(1);
        socket.close();
      } catch (IOException | InterruptedException e) {
        return;
      }
    }
  }
}
