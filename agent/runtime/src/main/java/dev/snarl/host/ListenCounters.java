package dev.snarl.host;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The connections that the listeners of a network namespace dropped, from {@code
 * /proc/self/net/netstat}: a line of names, then one of numbers. Cumulative; -1 unknown.
 */
record ListenCounters(long overflows, long drops) {

  static ListenCounters read(Root root) {
    String text = root.text("/proc/self/net/netstat");
    String names = Lines.after(text, "TcpExt:");
    int second = text == null ? -1 : text.indexOf("TcpExt:", text.indexOf("TcpExt:") + 1);
    if (text == null || names == null || second < 0) {
      return new ListenCounters(-1, -1);
    }
    String numbers = Lines.after(text.substring(second), "TcpExt:");
    return new ListenCounters(
        value(names, numbers, "ListenOverflows"), value(names, numbers, "ListenDrops"));
  }

  private static long value(String names, @Nullable String numbers, String name) {
    int at = Arrays.asList(Lines.words(names)).indexOf(name);
    String[] values = numbers == null ? new String[0] : Lines.words(numbers);
    return at < 0 || at >= values.length ? -1 : Lines.number(values[at]);
  }
}
