package dev.snarl.cloudwatch;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.List;

/**
 * A connection for each delivery. The agent closes it first; the other side's close confirms that
 * it read everything. A receiver that accepts and then reads nothing is abandoned after {@value
 * #MOST_MILLIS} ms.
 */
final class TcpWire implements Wire {
  private static final long MOST_MILLIS = 10_000;
  private static final long FAREWELL_MILLIS = 1_000;

  private final String host;
  private final int port;
  private final long mostMillis;

  TcpWire(String host, int port) {
    this(host, port, MOST_MILLIS);
  }

  TcpWire(String host, int port, long mostMillis) {
    this.host = host;
    this.port = port;
    this.mostMillis = mostMillis;
  }

  static InetSocketAddress address(String host, int port) throws IOException {
    InetSocketAddress address = new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      throw new UnknownHostException("no such host: " + host);
    }
    return address;
  }

  @Override
  public void write(List<byte[]> lines) throws IOException {
    long end = System.nanoTime() + mostMillis * 1_000_000;
    try (SocketChannel channel = SocketChannel.open();
        Selector selector = Selector.open()) {
      channel.configureBlocking(false);
      SelectionKey key = channel.register(selector, SelectionKey.OP_CONNECT);
      if (!channel.connect(address(host, port))) {
        while (!channel.finishConnect()) {
          await(selector, end);
        }
      }
      key.interestOps(SelectionKey.OP_WRITE);
      for (byte[] line : lines) {
        ByteBuffer rest = ByteBuffer.wrap(line);
        while (rest.hasRemaining()) {
          if (channel.write(rest) == 0) {
            await(selector, end);
          }
        }
      }
      channel.shutdownOutput();
      key.interestOps(SelectionKey.OP_READ);
      farewell(channel, selector);
    }
  }

  private void await(Selector selector, long end) throws IOException {
    long left = (end - System.nanoTime()) / 1_000_000;
    if (left <= 0) {
      throw new SocketTimeoutException("no answer within " + mostMillis + " ms");
    }
    if (selector.select(left) > 0) {
      selector.selectedKeys().clear();
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new IOException("interrupted");
    }
  }

  private static void farewell(SocketChannel channel, Selector selector) throws IOException {
    long end = System.nanoTime() + FAREWELL_MILLIS * 1_000_000;
    ByteBuffer nothing = ByteBuffer.allocate(256);
    int n = channel.read(nothing);
    while (n >= 0 && System.nanoTime() - end < 0) {
      selector.select(Math.max(1, (end - System.nanoTime()) / 1_000_000));
      selector.selectedKeys().clear();
      nothing.clear();
      n = channel.read(nothing);
    }
  }
}
