package dev.snarl.snapshot;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What must happen before a future completes, as far as it is known. */
public sealed interface Need {

  /**
   * A task that a thread executes at this moment.
   *
   * @param task class of the task or future, for display
   * @param thread the thread that runs it
   * @param blockedIn the blocking call of that thread ({@code java.lang.Process.waitFor}), null
   *     while it runs on a CPU or its stack has not been read
   * @param site first application frame of that thread, null until its stack has been read
   */
  record Running(String task, ThreadRef thread, @Nullable String blockedIn, @Nullable String site)
      implements Need {}

  /**
   * A task in the queue of an executor.
   *
   * @param task class of the task or future, for display
   * @param pool id of the executor
   */
  record Queued(String task, long pool) implements Need {}

  /**
   * All of these ({@code allOf}, {@code thenCombine}): one that never completes is enough to block.
   */
  record All(List<Need> needs) implements Need {
    public All {
      needs = List.copyOf(needs);
    }
  }

  /** Any of these ({@code anyOf}, {@code applyToEither}): it blocks only if none completes. */
  record Any(List<Need> needs) implements Need {
    public Any {
      needs = List.copyOf(needs);
    }
  }

  /** Unknown: code outside may complete it. Never proves anything. */
  record Unknown() implements Need {}
}
