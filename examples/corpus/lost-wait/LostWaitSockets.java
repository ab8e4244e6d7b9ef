/*
 * claim: both ends of a connection wait for each other: for the end of a line, for room as both write, for a header as both read first
 * expect: lost-wait warning at LINE
 * expect: lost-wait warning at ROOM
 * expect: lost-wait warning at HEADER
 * seconds: 50
 * full: the connections of a process are read every ten to thirty seconds
 */
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LostWaitSockets {
  enum Talk {
    LINES,
    BULK,
    OBJECTS
  }

  static final ExecutorService pool = Executors.newCachedThreadPool();

  public static void main(String[] args) throws Exception {
    Thread end = new Thread(LostWaitSockets::end, "end");
    end.setDaemon(true);
    end.start();
    for (Talk talk : Talk.values()) {
      ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      Thread acceptor = new Thread(() -> accept(listener, talk), "acceptor");
      acceptor.setDaemon(true);
      acceptor.start();
      Socket socket = new Socket(listener.getInetAddress(), listener.getLocalPort());
      new Thread(() -> run(talk, socket, false), "client").start();
    }
  }

  static void accept(ServerSocket listener, Talk talk) {
    try {
      while (true) {
        Socket socket = listener.accept();
        pool.execute(() -> run(talk, socket, true));
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static void run(Talk talk, Socket socket, boolean server) {
    try (socket) {
      if (talk == Talk.BULK) {
        sendThenRead(socket);
      } else if (talk == Talk.OBJECTS) {
        readObject(socket);
      } else if (server) {
        answerLines(socket);
      } else {
        askWithoutEndOfLine(socket);
      }
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  static void answerLines(Socket socket) throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
    PrintWriter out = new PrintWriter(socket.getOutputStream(), true);
    String line;
    while ((line = in.readLine()) != null) {
      out.println("answer to " + line);
    }
  }

  static void askWithoutEndOfLine(Socket socket) throws IOException {
    PrintWriter out = new PrintWriter(socket.getOutputStream());
    out.print("question");
    out.flush();
    String answer = new BufferedReader(new InputStreamReader(socket.getInputStream())).readLine(); // <LINE>
    System.out.println(answer);
  }

  static void sendThenRead(Socket socket) throws IOException {
    socket.getOutputStream().write(new byte[64 << 20]); // <ROOM>
    System.out.println(socket.getInputStream().read());
  }

  static void readObject(Socket socket) throws IOException, ClassNotFoundException {
    ObjectInputStream in = new ObjectInputStream(socket.getInputStream()); // <HEADER>
    new ObjectOutputStream(socket.getOutputStream()).writeObject("greeting");
    System.out.println(in.readObject());
  }

  static void end() {
    try {
      Thread.sleep(48_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    System.exit(0);
  }
}
