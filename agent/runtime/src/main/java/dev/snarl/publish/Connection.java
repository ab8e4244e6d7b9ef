package dev.snarl.publish;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One request and its answer: read the head, write the answer, then read until the client closes.
 * Closing first would make the kernel drop an answer in flight. Holds {@value #LARGEST_HEAD} bytes
 * and the answer.
 */
final class Connection {
  static final int LARGEST_HEAD = 8_192;
  private static final long READ_NANOS = 5_000_000_000L;
  private static final long WRITE_NANOS = 20_000_000_000L;
  private static final long LINGER_NANOS = 1_000_000_000L;
  private static final int MOST_DRAINED = 1 << 18;

  private final SocketChannel channel;
  private final ByteBuffer head = ByteBuffer.allocate(LARGEST_HEAD);
  private ByteBuffer @Nullable [] answer;
  private boolean answered;
  private int drained;
  private long deadline;

  private Connection(SocketChannel channel, long now) {
    this.channel = channel;
    this.deadline = now + READ_NANOS;
  }

  static Connection accepted(SocketChannel channel, Selector selector, long now)
      throws IOException {
    try {
      channel.configureBlocking(false);
      Connection connection = new Connection(channel, now);
      channel.register(selector, SelectionKey.OP_READ, connection);
      return connection;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  boolean isOver(long now) {
    return !channel.isOpen() || now - deadline > 0;
  }

  void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // nothing is lost: the answer was sent, or the client is gone
    }
  }

  /** Adds the body that it still has to send. */
  void addHeld(IdentityHashMap<byte[], Integer> held) {
    if (answer != null && answer.length > 1) {
      held.put(answer[1].array(), answer[1].capacity());
    }
  }

  /** Makes progress without blocking. */
  void proceed(SelectionKey key, Routes routes, long now) throws IOException {
    if (answered) {
      drain();
      return;
    }
    if (answer == null) {
      answer = read(routes);
      if (answer == null) {
        return;
      }
      deadline = now + WRITE_NANOS;
    }
    channel.write(answer);
    if (answer[answer.length - 1].hasRemaining()) {
      key.interestOps(SelectionKey.OP_WRITE);
    } else {
      answered = true;
      answer = null;
      deadline = now + LINGER_NANOS;
      channel.shutdownOutput();
      key.interestOps(SelectionKey.OP_READ);
    }
  }

  private ByteBuffer @Nullable [] read(Routes routes) throws IOException {
    int before = head.position();
    int count = channel.read(head);
    int end = endOfHead(Math.max(0, before - 3));
    if (end >= 0) {
      String text = new String(head.array(), 0, end, StandardCharsets.ISO_8859_1);
      Request request = Request.parse(text);
      boolean bodyless = request != null && request.method().equals("HEAD");
      return routes.answer(request).parts(bodyless);
    }
    if (count < 0) {
      close();
    } else if (!head.hasRemaining()) {
      return Response.error(431).parts(false);
    }
    return null;
  }

  /** The index after the empty line, or -1. */
  private int endOfHead(int from) {
    byte[] bytes = head.array();
    for (int i = from; i < head.position() - 1; i++) {
      if (bytes[i] == '\n') {
        if (bytes[i + 1] == '\n') {
          return i + 2;
        }
        if (bytes[i + 1] == '\r' && i + 2 < head.position() && bytes[i + 2] == '\n') {
          return i + 3;
        }
      }
    }
    return -1;
  }

  private void drain() throws IOException {
    head.clear();
    int count = channel.read(head);
    drained += Math.max(0, count);
    if (count < 0 || drained > MOST_DRAINED) {
      close();
    }
  }
}
