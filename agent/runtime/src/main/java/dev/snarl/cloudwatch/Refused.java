package dev.snarl.cloudwatch;

import java.io.IOException;

/** These data will never be accepted: sending them again is useless. */
public final class Refused extends IOException {
  private static final long serialVersionUID = 1;

  public Refused(String message) {
    super(message);
  }
}
