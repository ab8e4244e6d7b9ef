package dev.snarl.agent;

/** One line on stderr, whole, marked as ours. */
final class Say {

  private Say() {}

  static void line(String text) {
    System.err.println("snarl: " + text);
  }

  /** For publishers, whose lines carry the mark already. */
  static void raw(String text) {
    System.err.println(text);
  }
}
