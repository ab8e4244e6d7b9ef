package dev.snarl.publish;

import org.jspecify.annotations.Nullable;

/** Holds the latest view: posted by the observer thread, read by the HTTP thread. No lock. */
public final class Board {
  private volatile @Nullable View view;

  public void post(View latest) {
    view = latest;
  }

  /** Null before the first snapshot. */
  public @Nullable View view() {
    return view;
  }
}
