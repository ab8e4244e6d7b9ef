package dev.snarl.snapshot;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What must happen before a future completes, as far as it can be known. */
public sealed interface Need {

  /**
   * A task that a thread executes at this moment.
   *
   * @param task class of the task or future, for people
   * @param thread who runs it
   * @param blockedIn what that thread is blocked in ({@code java.lang.Process.waitFor}), null while
   *     it runs on a CPU or has not been looked at
   * @param site first application frame of that thread, null until looked at
   */
  record Running(String task, ThreadRef thread, @Nullable String blockedIn, @Nullable String site)
      implements Need {}

  /**
   * A task in the queue of an executor.
   *
   * @param task class of the task or future, for people
   * @param pool id of the executor
   */
  record Queued(String task, long pool) implements Need {}

  /** All of these ({@code allOf}, {@code thenCombine}): one that never comes is enough to block. */
  record All(List<Need> needs) implements Need {
    public All {
      needs = List.copyOf(needs);
    }
  }

  /** Any of these ({@code anyOf}, {@code applyToEither}): only if none comes is it blocked. */
  record Any(List<Need> needs) implements Need {
    public Any {
      needs = List.copyOf(needs);
    }
  }

  /** Nobody known will complete it: it may be completed from outside. Never proves anything. */
  record Unknown() implements Need {}
}
