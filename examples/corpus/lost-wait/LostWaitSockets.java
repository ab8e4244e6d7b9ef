/*
 * claim: both ends of a connection wait for each other: for the end of a line that was not sent, and for room as both write first
 * expect: lost-wait warning at LINE
 * expect: lost-wait warning at ROOM
 * seconds: 50
 * full: the connections of a process are read every ten to thirty seconds
 */
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LostWaitSockets {
  static final ExecutorService pool = Executors.newCachedThreadPool();

  public static void main(String[] args) throws Exception {
    ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread acceptor = new Thread(() -> accept(listener), "acceptor");
    acceptor.setDaemon(true);
    acceptor.start();
    for (int kind = 'a'; kind <= 'b'; kind++) {
      Socket socket = new Socket(listener.getInetAddress(), listener.getLocalPort());
      socket.getOutputStream().write(kind);
      boolean lines = kind == 'a';
      new Thread(() -> run(socket, lines, false), "client").start();
    }
    Thread.sleep(48_000);
    System.exit(0);
  }

  static void accept(ServerSocket listener) {
    try {
      while (true) {
        Socket socket = listener.accept();
        boolean lines = socket.getInputStream().read() == 'a';
        pool.execute(() -> run(socket, lines, true));
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static void run(Socket socket, boolean lines, boolean server) {
    try (socket) {
      if (!lines) {
        socket.getOutputStream().write(new byte[64 << 20]); // <ROOM>
        System.out.println(socket.getInputStream().read());
        return;
      }
      BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
      PrintWriter out = new PrintWriter(socket.getOutputStream());
      if (server) {
        for (String line = ""; line != null; line = in.readLine()) {
          out.println("answer to " + line);
        }
      } else {
        out.print("question");
        out.flush();
        System.out.println(in.readLine()); // <LINE>
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
