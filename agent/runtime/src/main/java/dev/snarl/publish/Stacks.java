package dev.snarl.publish;

import java.util.List;

/** Reads the stack of one thread on request; called on the HTTP thread. */
@FunctionalInterface
public interface Stacks {
  /** Reads none. */
  Stacks NONE = thread -> List.of();

  /**
   * The frames of a thread, innermost first, bounded; empty if there is no such thread.
   *
   * @param thread its id
   */
  List<String> of(long thread);
}
