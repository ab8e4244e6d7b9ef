package dev.snarl.agent;

/**
 * One line on stderr, whole, marked as ours. Never throws: the stream may be one that the
 * application has put there.
 */
final class Say {

  private Say() {}

  static void line(String text) {
    raw("snarl: " + text);
  }

  /** For publishers, whose lines carry the mark already. */
  static void raw(String text) {
    try {
      System.err.println(text);
    } catch (RuntimeException | Error unheard) {
      // what cannot be said is still in /healthz
    }
  }
}
