package dev.snarl.threads;

import java.util.Locale;

/** How certain a claim is. */
enum Certainty {
  /** The dump's content fits the claim and hardly any other, but does not name the link. */
  LIKELY,
  /** The dump itself names both ends. */
  PROVED;

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
