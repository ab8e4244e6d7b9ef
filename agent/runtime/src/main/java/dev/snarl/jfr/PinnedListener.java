package dev.snarl.jfr;

import dev.snarl.snapshot.CallSite;
import org.jspecify.annotations.Nullable;

/** Told of each virtual thread that was pinned, on the stream's thread. */
public interface PinnedListener {
  /**
   * A virtual thread was pinned.
   *
   * @param reason as the JVM says it, from JDK 24 on; null before
   */
  void pinned(CallSite site, @Nullable String reason, long nanos);
}
