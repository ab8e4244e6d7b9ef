package dev.snarl.threads;

import java.util.Locale;

/** How sure a claim is. */
enum Certainty {
  /** What it rests on fits it and little else, but the dump does not name the link. */
  LIKELY,
  /** The dump itself names both ends. */
  PROVED;

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
