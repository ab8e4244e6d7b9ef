package dev.snarl.observe;

import dev.snarl.stacks.Blocked;

/**
 * Looks at another thread once: whether it is blocked, in what, and at which application line. A
 * look costs a handshake with that thread and 20–100 µs for a deep stack, so callers keep a budget.
 */
final class ThreadLook {

  private ThreadLook() {}

  static Notes.Look at(Thread thread, Sites sites, long now) {
    return of(JdkCalls.stack(thread), JdkCalls.state(thread), sites, now);
  }

  static Notes.Look of(StackTraceElement[] stack, Thread.State state, Sites sites, long now) {
    String blockedIn = Blocked.in(stack, state);
    Input input = blockedIn == null ? null : Input.in(stack, sites);
    return new Notes.Look(now, blockedIn, sites.in(stack), input);
  }
}
