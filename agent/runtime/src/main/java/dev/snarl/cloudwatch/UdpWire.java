package dev.snarl.cloudwatch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.List;

/**
 * A datagram for each line. Arrival is not confirmed; a machine without a listener on that port
 * reports it, and this waits {@value #ECHO_MILLIS} ms for that.
 */
final class UdpWire implements Wire {
  private static final long ECHO_MILLIS = 200;

  private final String host;
  private final int port;

  UdpWire(String host, int port) {
    this.host = host;
    this.port = port;
  }

  @Override
  public void write(List<byte[]> lines) throws IOException {
    try (DatagramChannel channel = DatagramChannel.open();
        Selector selector = Selector.open()) {
      channel.connect(TcpWire.address(host, port));
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ);
      for (byte[] line : lines) {
        if (channel.write(ByteBuffer.wrap(line)) == 0) {
          throw new IOException("no room to send");
        }
      }
      selector.select(ECHO_MILLIS);
      channel.read(ByteBuffer.allocate(1)); // throws if the port is closed
    }
  }
}
