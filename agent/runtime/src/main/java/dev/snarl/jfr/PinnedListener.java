package dev.snarl.jfr;

import dev.snarl.snapshot.CallSite;
import org.jspecify.annotations.Nullable;

/** Called for each pinned virtual thread, on the stream's thread. */
public interface PinnedListener {
  /**
   * A virtual thread was pinned.
   *
   * @param reason as the JVM reports it, from JDK 24 on; null before
   */
  void pinned(CallSite site, @Nullable String reason, long nanos);
}
