package dev.snarl.tests.programs;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Does, again and again until its standard input ends, one thing of each kind that the flight
 * recorder tells of: fights for a monitor, reads from a slow server, parks, allocates, collects;
 * with an argument also keeps what it allocates.
 */
public final class Recorded {
  private static final Object LOCK = new Object();
  private static final List<byte[]> KEPT = new ArrayList<>();
  private static volatile boolean ended;
  private static volatile byte[] garbage = {};

  private Recorded() {}

  public static void main(String[] args) throws Exception {
    start("holder", Recorded::hold);
    start("fighter-1", Recorded::fight);
    start("parker", Recorded::park);
    start("allocator-1", Recorded::allocate);
    start("collector", Recorded::collect);
    if (args.length > 0) {
      start("leaker", Recorded::leak);
    }
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      start("server", () -> serve(server));
      start("client", () -> read(server.getLocalPort()));
      System.out.println("port " + server.getLocalPort());
      Hello.awaitEnd();
      ended = true;
    }
    System.out.println("last " + garbage.length + " kept " + KEPT.size());
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  private static void hold() {
    while (!ended) {
      synchronized (LOCK) {
        pause(60);
      }
      pause(5);
    }
  }

  private static void fight() {
    while (!ended) {
      synchronized (LOCK) {
        garbage = new byte[1];
      }
      pause(1);
    }
  }

  private static void park() {
    while (!ended) {
      pause(30);
    }
  }

  private static void allocate() {
    while (!ended) {
      for (int i = 0; i < 100; i++) {
        garbage = new byte[100_000];
      }
      pause(10);
    }
  }

  private static void leak() {
    for (int i = 0; i < 4_000 && !ended; i++) {
      KEPT.add(new byte[50_000]);
      pause(2);
    }
  }

  private static void collect() {
    while (!ended) {
      System.gc();
      pause(300);
    }
  }

  private static void serve(ServerSocket server) {
    try (Socket socket = server.accept();
        OutputStream out = socket.getOutputStream()) {
      while (!ended) {
        pause(50);
        out.write(1);
      }
    } catch (IOException atTheEnd) {
      ended = true;
    }
  }

  private static void read(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        InputStream in = socket.getInputStream()) {
      while (in.read() >= 0) {
        garbage = new byte[1];
      }
    } catch (IOException atTheEnd) {
      ended = true;
    }
  }

  private static void pause(int millis) {
    LockSupport.parkNanos(millis * 1_000_000L);
  }
}
