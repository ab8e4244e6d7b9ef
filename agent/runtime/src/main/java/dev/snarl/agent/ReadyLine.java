package dev.snarl.agent;

import org.jspecify.annotations.Nullable;

/** The line on standard error, and for the attaching process, once the agent has started. */
final class ReadyLine {

  private ReadyLine() {}

  /**
   * The line.
   *
   * @param begin of the start, by {@link System#nanoTime}
   * @param address of HTTP, null without
   */
  static String of(long begin, @Nullable String address, int rules, int hooks) {
    return "snarl: ready in "
        + (System.nanoTime() - begin) / 1_000_000
        + " ms"
        + (address == null ? "" : " on " + address)
        + ", "
        + rules
        + " rules, "
        + hooks
        + " hooks";
  }
}
