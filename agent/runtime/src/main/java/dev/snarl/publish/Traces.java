package dev.snarl.publish;

import dev.snarl.snapshot.Trace;
import org.jspecify.annotations.Nullable;

/** Copies the latest tasks of one pool on request; called on the HTTP thread. */
@FunctionalInterface
public interface Traces {
  /** Has none. */
  Traces NONE = pool -> null;

  /**
   * When its tasks came, and how long they waited and ran; null if that is not kept.
   *
   * @param pool its id
   */
  @Nullable Trace of(long pool);
}
