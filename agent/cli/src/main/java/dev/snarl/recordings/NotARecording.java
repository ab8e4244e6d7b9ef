package dev.snarl.recordings;

import java.io.IOException;

/** An input that holds no flight recording that can be read; the message is one line. */
public final class NotARecording extends IOException {
  private static final long serialVersionUID = 1L;

  NotARecording(String message) {
    super(message);
  }
}
