package dev.snarl.tests.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * Many connections at once that send a byte now and then, or ask for a page and do not read it. One
 * that is cut off is replaced.
 */
final class SlowClients implements AutoCloseable {
  private static final String PAGE =
      "GET /report HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
          + Abuse.TOKEN
          + "\r\n\r\n";
  private static final String ENDLESS = "GET /" + "a".repeat(3000);

  private record Client(SocketChannel channel, ByteBuffer text, boolean reader) {}

  private final int port;
  private final int count;
  private final List<Client> open = new ArrayList<>();
  private int opened;
  private int cut;

  SlowClients(int port, int count) {
    this.port = port;
    this.count = count;
  }

  /** One round: opens what is missing and sends a byte on each. */
  void goOn() throws IOException {
    while (open.size() < count) {
      SocketChannel channel = SocketChannel.open();
      channel.setOption(StandardSocketOptions.SO_RCVBUF, 2048);
      channel.configureBlocking(false);
      channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      boolean reader = opened % 4 == 0;
      byte[] text = (reader ? PAGE : ENDLESS).getBytes(ISO_8859_1);
      open.add(new Client(channel, ByteBuffer.wrap(text), reader));
      opened++;
    }
    open.removeIf(this::isCut);
  }

  private boolean isCut(Client client) {
    try {
      if (!client.channel.isConnected() && !client.channel.finishConnect()) {
        return false;
      }
      if (client.reader) {
        client.channel.write(client.text);
        return false;
      }
      if (client.text.hasRemaining()) {
        ByteBuffer one = client.text.slice(client.text.position(), 1);
        client.text.position(client.text.position() + client.channel.write(one));
      }
      if (client.channel.read(ByteBuffer.allocate(1)) >= 0) {
        return false;
      }
    } catch (IOException broken) {
      // Cut off, too.
    }
    cut++;
    close(client);
    return true;
  }

  int opened() {
    return opened;
  }

  int cut() {
    return cut;
  }

  private static void close(Client client) {
    try {
      client.channel.close();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    open.forEach(SlowClients::close);
  }
}
