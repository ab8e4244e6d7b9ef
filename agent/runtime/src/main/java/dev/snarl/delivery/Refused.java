package dev.snarl.delivery;

import java.io.IOException;

/** These data will never be accepted: sending them again is useless. */
public final class Refused extends IOException {
  private static final long serialVersionUID = 1;

  private final int lost;

  /** All of the parcel. */
  public Refused(String message) {
    this(message, -1);
  }

  /** Only some of it: the others were accepted. */
  public Refused(String message, int lost) {
    super(message);
    this.lost = lost;
  }

  int lost(int all) {
    return lost < 0 ? all : lost;
  }
}
