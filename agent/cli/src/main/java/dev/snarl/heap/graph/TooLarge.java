package dev.snarl.heap.graph;

/** A dump beyond what the index can number; the message says which limit. */
public final class TooLarge extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TooLarge(String message) {
    super(message, null, false, false);
  }
}
