package dev.snarl.heap.hprof;

/** A file from which nothing can be learned; the message is the one line for its user. */
public final class Unreadable extends Exception {
  private static final long serialVersionUID = 1L;

  public Unreadable(String message) {
    super(message);
  }
}
