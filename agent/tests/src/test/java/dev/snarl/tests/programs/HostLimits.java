package dev.snarl.tests.programs;

import java.io.FileInputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Goes up to one limit of its host, and stays there until the end of the input. */
public final class HostLimits {
  private HostLimits() {}

  public static void main(String[] args) throws Exception {
    List<Object> kept = new ArrayList<>();
    switch (args[0]) {
      case "files" -> {
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
          kept.add(new FileInputStream("/dev/null"));
        }
      }
      case "listen" -> {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        kept.add(server);
        for (int i = 0; i < 8; i++) {
          SocketChannel client = SocketChannel.open();
          client.configureBlocking(false);
          client.connect(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort()));
          kept.add(client);
        }
      }
      case "group" -> {
        Path current = Path.of(args[1]);
        while (Integer.parseInt(Files.readString(current).strip()) < Integer.parseInt(args[2])) {
          daemon(LockSupport::park);
        }
        daemon(Thread::onSpinWait);
      }
      default -> throw new IllegalArgumentException(args[0]);
    }
    System.out.println("running");
    System.in.readAllBytes();
    System.exit(kept.contains(args) ? 1 : 0);
  }

  private static void daemon(Runnable again) {
    Thread thread =
        new Thread(
            () -> {
              while (true) {
                again.run();
              }
            });
    thread.setDaemon(true);
    thread.start();
  }
}
