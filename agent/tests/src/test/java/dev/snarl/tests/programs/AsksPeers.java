package dev.snarl.tests.programs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/** Two threads of a pool that ask a server, which takes 0.2 s for each answer. */
public final class AsksPeers {
  public static final Pattern PORT = Pattern.compile("port (\\d+)");
  private static final long ANSWER_NANOS = 200_000_000;

  private AsksPeers() {}

  /** Until its input ends. */
  public static void main(String[] arguments) throws IOException {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      ExecutorService pool =
          Executors.newFixedThreadPool(2, task -> daemon(task, "asks-" + task.hashCode()));
      for (int i = 0; i < 2; i++) {
        pool.execute(() -> askAgainAndAgain(server.getLocalPort()));
        Socket accepted = server.accept();
        daemon(() -> answer(accepted), "server").start();
      }
      System.out.println("port " + server.getLocalPort());
      while (System.in.read() >= 0) {
        // Nothing is asked.
      }
    }
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  private static void askAgainAndAgain(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      while (ask(socket) >= 0) {
        // The next.
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int ask(Socket socket) throws IOException {
    socket.getOutputStream().write('?');
    return socket.getInputStream().read();
  }

  private static void answer(Socket socket) {
    try {
      while (socket.getInputStream().read() >= 0) {
        LockSupport.parkNanos(ANSWER_NANOS);
        socket.getOutputStream().write('!');
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
