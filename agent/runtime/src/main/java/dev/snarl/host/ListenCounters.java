package dev.snarl.host;

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

  /** There are some 130 of them, and two are wanted: the others are not taken apart. */
  private static long value(String names, @Nullable String numbers, String name) {
    int at = (' ' + names + ' ').indexOf(' ' + name + ' ');
    if (at < 0 || numbers == null) {
      return -1;
    }
    int from = 0;
    for (int i = names.indexOf(' '); i >= 0 && i < at; i = names.indexOf(' ', i + 1)) {
      from = numbers.indexOf(' ', from) + 1;
      if (from == 0) {
        return -1;
      }
    }
    return Lines.number(numbers.substring(from));
  }
}
