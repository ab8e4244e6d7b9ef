package dev.snarl.tests.programs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Forty virtual threads that read from a peer who never writes. */
public final class VirtualReaders {
  private VirtualReaders() {}

  public static void main(String[] args) throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      for (int i = 0; i < 40; i++) {
        VirtualThreads.start(() -> read(silent));
      }
      System.out.println("started");
      Thread.sleep(120_000);
    }
  }

  private static void read(ServerSocket silent) {
    try (Socket socket = new Socket(silent.getInetAddress(), silent.getLocalPort())) {
      socket.getInputStream().read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
