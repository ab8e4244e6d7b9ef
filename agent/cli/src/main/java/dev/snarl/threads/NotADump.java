package dev.snarl.threads;

import java.io.IOException;

/** Input without a thread dump; the message says in one line what it is instead. */
public final class NotADump extends IOException {
  private static final long serialVersionUID = 1L;

  NotADump(String message) {
    super(message);
  }
}
