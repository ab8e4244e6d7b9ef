package dev.snarl.observe.locks;

import java.util.List;

/**
 * A virtual thread that joins a task scope, without time-out.
 *
 * @param scope as of {@code VirtualLens}
 * @param callers class and method of the application's frames, innermost first
 * @param site its line
 * @param call the waiting call
 * @param since when the first look saw it
 */
public record ScopeJoin(
    Thread owner, Object scope, List<String> callers, String site, String call, long since) {
  public ScopeJoin {
    callers = List.copyOf(callers);
  }
}
