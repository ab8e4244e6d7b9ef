package dev.snarl.agent;

import dev.snarl.text.Say;
import java.util.Set;
import java.util.concurrent.SnarlProbe;
import org.jspecify.annotations.Nullable;

/**
 * The errors that hooks have thrown and the probe has caught: reported once. Hooks that fail
 * repeatedly are switched off, because each failure costs the calling thread. Lack of heap and
 * stack overflow are the application's, and pass. Created before the first hook is on, because the
 * application runs before the agent is ready; from then on the agent's own thread only.
 */
final class HookErrors {
  private static final int MOST = 1_000;
  private static final long FORGOTTEN = 60_000_000_000L;
  private static final String NO_MEMORY = "java.lang.OutOfMemoryError";
  private static final Set<String> OF_THE_JVM = Set.of(NO_MEMORY, "java.lang.StackOverflowError");

  private final long before = SnarlProbe.errors;
  private long seen = before;
  private long seenAt;
  private boolean said;
  private @Nullable String reason;
  private boolean off;

  /** Why the hooks do not work, or recently did not; null if they do. */
  @Nullable String look(long now) {
    long errors = SnarlProbe.errors;
    if (off || errors == seen) {
      return off || now - seenAt < FORGOTTEN ? reason : null;
    }
    seen = errors;
    seenAt = now;
    String last = SnarlProbe.lastError;
    reason = (errors - before) + " errors, the last " + last;
    if (errors - before >= MOST && last != null && !OF_THE_JVM.contains(last)) {
      SnarlProbe.detach();
      off = true;
      reason += ": switched off";
      Say.failure("hooks failed, they are switched off and the application goes on: " + reason);
    } else if (!said) {
      Say.failure(
          NO_MEMORY.equals(last)
              ? "the JVM had no memory for a hook, going on"
              : "an error of its own in a hook, going on: " + last);
    }
    said = true;
    return reason;
  }
}
