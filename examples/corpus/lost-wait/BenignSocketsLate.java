/*
 * claim: clients wait for answers that come after 40 s: from a server that waits with a time-out, from one that a third thread tells to, and one gives up by its own time-out
 * twin of: lost-wait
 * seconds: 50
 * full: the connections of a process are read every ten to thirty seconds
 */
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class BenignSocketsLate {
  static final CountDownLatch go = new CountDownLatch(1);

  public static void main(String[] args) throws Exception {
    ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread acceptor = new Thread(() -> accept(listener), "acceptor");
    acceptor.setDaemon(true);
    acceptor.start();
    for (int i = 0; i < 3; i++) {
      Socket socket = new Socket(listener.getInetAddress(), listener.getLocalPort());
      int kind = i;
      new Thread(() -> ask(socket, kind), "client").start();
    }
    Thread.sleep(40_000);
    go.countDown();
  }

  static void accept(ServerSocket listener) {
    try {
      while (true) {
        Socket socket = listener.accept();
        new Thread(() -> answer(socket), "server").start();
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static void answer(Socket socket) {
    try (socket) {
      boolean told = socket.getInputStream().read() == 0;
      if (told) {
        go.await();
      } else {
        go.await(41, TimeUnit.SECONDS);
      }
      socket.getOutputStream().write(1);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static void ask(Socket socket, int kind) {
    try (socket) {
      socket.setSoTimeout(kind == 2 ? 39_000 : 0);
      socket.getOutputStream().write(kind);
      System.out.println(socket.getInputStream().read());
    } catch (SocketTimeoutException e) {
      System.out.println("no answer");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
