package dev.snarl.publish;

import java.util.List;

/** Looks at the stack of one thread when somebody asks; called on the HTTP thread. */
@FunctionalInterface
public interface Stacks {
  /** Nobody looks. */
  Stacks NONE = thread -> List.of();

  /**
   * The frames of a thread, innermost first, bounded; empty where there is no such thread.
   *
   * @param thread its id
   */
  List<String> of(long thread);
}
