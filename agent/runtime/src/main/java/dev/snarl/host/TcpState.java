package dev.snarl.host;

import java.util.Map;
import java.util.TreeMap;

/** The states of a TCP socket, by the kernel's numbers. */
final class TcpState {

  static final int ESTABLISHED = 1;
  static final int TIME_WAIT = 6;
  static final int LISTEN = 10;
  static final int COUNT = 13;

  private static final String[] NAMES = {
    "unknown",
    "established",
    "syn-sent",
    "syn-received",
    "fin-wait-1",
    "fin-wait-2",
    "time-wait",
    "close",
    "close-wait",
    "last-ack",
    "listen",
    "closing",
    "syn-received" // a request that has no socket yet
  };

  private TcpState() {}

  /** Those that there are, by name. */
  static Map<String, Long> named(long[] counts) {
    Map<String, Long> named = new TreeMap<>();
    for (int state = 0; state < COUNT; state++) {
      if (counts[state] > 0) {
        named.merge(NAMES[state], counts[state], Long::sum);
      }
    }
    return named;
  }
}
