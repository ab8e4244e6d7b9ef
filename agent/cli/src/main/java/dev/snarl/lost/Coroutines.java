package dev.snarl.lost;

import dev.snarl.heap.graph.HeapClass;
import dev.snarl.heap.graph.HeapDump;
import dev.snarl.heap.graph.Instance;
import org.jspecify.annotations.Nullable;

/**
 * Which {@code runBlocking} cannot end before a coroutine has run: the one whose body waits for
 * that coroutine, or whose child it is. The chain of continuations says it. Nothing is said where
 * something else may end the wait, as a time-out does.
 */
final class Coroutines {
  static final String RUN_BLOCKING = "kotlinx.coroutines.BlockingCoroutine";
  static final String TASK = "kotlinx.coroutines.DispatchedTask";

  private static final String BODY = "kotlin.coroutines.jvm.internal.BaseContinuationImpl";
  private static final String SCOPE = "kotlinx.coroutines.internal.ScopeCoroutine";
  private static final String TIMEOUT = "kotlinx.coroutines.TimeoutCoroutine";
  private static final String JOB = "kotlinx.coroutines.AbstractCoroutine";
  private static final int LONGEST = 256;

  private Coroutines() {}

  /** {@link HeapDump#NONE} if there is none, or it is not known. */
  static int blockedBy(HeapDump dump, int task) {
    Instance at = dump.read(task);
    for (int i = 0; at != null && i < LONGEST; i++) {
      if (at.type().name().equals(RUN_BLOCKING)) {
        return at.node();
      }
      at = next(at);
    }
    return HeapDump.NONE;
  }

  private static @Nullable Instance next(Instance at) {
    HeapClass type = at.type();
    if (type.isA(TASK)) {
      return at.follow(at.has("delegate") ? "delegate" : "continuation");
    }
    if (type.isA(BODY)) {
      return at.follow("completion");
    }
    if (type.isA(SCOPE)) {
      return type.name().equals(TIMEOUT) ? null : at.follow("uCont");
    }
    // A job of its own: its parent waits for its children.
    return type.isA(JOB)
        ? at.follow(at.has("_parentHandle") ? "_parentHandle" : "_parentHandle$volatile", "job")
        : null;
  }
}
