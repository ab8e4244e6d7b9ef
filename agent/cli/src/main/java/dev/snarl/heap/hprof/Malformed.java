package dev.snarl.heap.hprof;

/** Bytes that break the format; caught where the last whole record is known. Carries no stack. */
final class Malformed extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String why;

  Malformed(String why) {
    super(why, null, false, false);
    this.why = why;
  }

  String why() {
    return why;
  }
}
