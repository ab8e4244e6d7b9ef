package dev.snarl.host;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The lines of {@code /proc/net/tcp}, one after the other, parsed in place: a line allocates
 * nothing unless its address is requested.
 */
final class TcpLines {

  private static final int LOCAL = 1;
  private static final int REMOTE = 2;
  private static final int STATE = 3;
  private static final int QUEUES = 4;
  private static final int INODE = 9;

  private final InputStream in;
  private final byte[] buffer = new byte[1 << 16];
  private final int[] starts = new int[INODE + 1];
  private final int[] ends = new int[INODE + 1];
  private int from;
  private int to;
  private int count = -1; // the first is the heading

  TcpLines(InputStream in) {
    this.in = in;
  }

  int count() {
    return count;
  }

  /** Advances to the next complete line; false at the end. */
  boolean next() throws IOException {
    while (true) {
      int end = lineEnd();
      if (end < 0) {
        return false;
      }
      boolean whole = split(from, end);
      from = end + 1;
      if (count++ >= 0 && whole) {
        return true;
      }
    }
  }

  private int lineEnd() throws IOException {
    int at = from;
    while (true) {
      for (; at < to; at++) {
        if (buffer[at] == '\n') {
          return at;
        }
      }
      if (from > 0) {
        System.arraycopy(buffer, from, buffer, 0, to - from);
        to -= from;
        at -= from;
        from = 0;
      }
      int read = to == buffer.length ? -1 : in.read(buffer, to, buffer.length - to);
      if (read <= 0) {
        return -1;
      }
      to += read;
    }
  }

  private boolean split(int begin, int end) {
    int field = 0;
    int at = begin;
    while (at < end && field <= INODE) {
      while (at < end && buffer[at] == ' ') {
        at++;
      }
      starts[field] = at;
      while (at < end && buffer[at] != ' ') {
        at++;
      }
      ends[field++] = at;
    }
    return field > INODE;
  }

  int state() {
    int state = (int) hex(starts[STATE], ends[STATE]);
    return state < TcpState.COUNT ? state : 0;
  }

  int localPort() {
    return (int) hex(ends[LOCAL] - 4, ends[LOCAL]);
  }

  int remotePort() {
    return (int) hex(ends[REMOTE] - 4, ends[REMOTE]);
  }

  /** Whether both addresses are the same, as of a connection of a machine to itself. */
  boolean toItself() {
    return Arrays.equals(
        buffer, starts[LOCAL], ends[LOCAL] - 5, buffer, starts[REMOTE], ends[REMOTE] - 5);
  }

  /** Bytes to be read; of a listener, connections to be accepted. */
  long received() {
    return hex(ends[QUEUES] - 8, ends[QUEUES]);
  }

  long inode() {
    long number = 0;
    for (int i = starts[INODE]; i < ends[INODE]; i++) {
      number = number * 10 + (buffer[i] - '0');
    }
    return number;
  }

  String local() {
    return address(starts[LOCAL], ends[LOCAL] - 5);
  }

  /** {@code 10.0.0.7:5432}. */
  String remote() {
    String address = address(starts[REMOTE], ends[REMOTE] - 5);
    return (address.indexOf(':') < 0 ? address : '[' + address + ']') + ':' + remotePort();
  }

  /** Words of 32 bits in the order of the machine's bytes, which is little-endian here. */
  private String address(int begin, int end) {
    boolean mapped =
        end - begin == 32
            && new String(buffer, begin, 24, StandardCharsets.ISO_8859_1)
                .equals("0000000000000000FFFF0000");
    if (end - begin == 8 || mapped) {
      long word = hex(end - 8, end);
      return (word & 255)
          + "."
          + ((word >> 8) & 255)
          + '.'
          + ((word >> 16) & 255)
          + '.'
          + (word >> 24);
    }
    StringBuilder text = new StringBuilder();
    for (int i = begin; i < end; i += 8) {
      long word = hex(i, i + 8);
      for (int shift = 0; shift < 32; shift += 16) {
        long pair = (((word >> shift) & 255) << 8) | ((word >> (shift + 8)) & 255);
        text.append(text.length() == 0 ? "" : ":").append(Long.toHexString(pair));
      }
    }
    return text.toString().replace("0:0:0:0:0:0:0:0", "::").replace("0:0:0:0:0:0:0:1", "::1");
  }

  private long hex(int begin, int end) {
    long number = 0;
    for (int i = begin; i < end; i++) {
      number = (number << 4) | Character.digit(buffer[i], 16);
    }
    return number;
  }
}
