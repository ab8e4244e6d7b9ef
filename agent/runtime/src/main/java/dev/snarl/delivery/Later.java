package dev.snarl.delivery;

import java.io.IOException;
import java.time.Duration;

/** The receiver wants a pause before the next attempt. */
public final class Later extends IOException {
  private static final long serialVersionUID = 1;

  private final Duration pause;

  public Later(String message, Duration pause) {
    super(message);
    this.pause = pause;
  }

  Duration pause() {
    return pause;
  }
}
