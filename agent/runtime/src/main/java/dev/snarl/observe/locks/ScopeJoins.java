package dev.snarl.observe.locks;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.Places;
import dev.snarl.observe.live.VirtualLens;
import dev.snarl.observe.waits.Threads;
import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Need.How;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.SnarlPoolLens;
import java.util.concurrent.SnarlProbe;
import org.jspecify.annotations.Nullable;

/**
 * Reads what the owner of a {@code StructuredTaskScope} waits for in {@code join}. It goes on once
 * all subtasks have ended; but also once one ends that fails or that the scope's policy is content
 * with. So it is stuck only while each of them is, and while nobody can cancel the scope that it is
 * a subtask of itself. The observer's thread only.
 */
final class ScopeJoins {
  private static final String TYPE = "java.util.concurrent.StructuredTaskScope";
  private static final int MOST = 64;
  private static final int DEEPEST = 16;

  private ScopeJoins() {}

  /** Sees no more than that it goes on. */
  static void glance(LockWait wait, Object scope, long now) {
    if (LockWait.parkedIn(wait.thread) == scope) {
      wait.seen(scope, 0, "", List.of(), new Need.Unknown(), now);
    } else {
      wait.lost();
    }
  }

  static void read(LockWait wait, Object scope, Threads threads, long now) {
    wait.type = TYPE;
    wait.timed = timed(wait, scope);
    List<Thread> enders = subtasks(scope);
    if (enders.isEmpty() || LockWait.parkedIn(wait.thread) != scope) {
      wait.lost();
      return;
    }
    Object outer = VirtualLens.scopeOf(wait.thread);
    Thread owner = VirtualLens.owner(outer);
    if (outer != null && owner != null && !wait.closes) {
      enders.addAll(subtasks(outer));
      enders.removeIf(thread -> is(thread, wait.thread));
      enders.add(owner);
    }
    List<Need> needs = new ArrayList<>();
    for (Thread thread : enders) {
      needs.add(threads.held(TYPE, thread, How.ALIVE, Certainty.PROVED));
    }
    boolean known = wait.joinsScope && needs.size() <= MOST;
    wait.seen(scope, 0, "", enders, known ? Need.any(needs) : new Need.Unknown(), now);
  }

  @SuppressWarnings("ReferenceEquality") // its equals may be the application's
  private static boolean is(Thread thread, Thread other) {
    return thread == other;
  }

  /** Those that live, or more than can be named. */
  private static List<Thread> subtasks(Object scope) {
    List<Thread> subtasks = new ArrayList<>();
    Iterator<?> each = VirtualLens.subtasks(scope);
    while (each.hasNext() && subtasks.size() <= MOST) {
      if (each.next() instanceof Thread thread) {
        subtasks.add(thread);
      }
    }
    return subtasks;
  }

  /** Whether a time-out ends it: its own, or that of a scope around it, which interrupts it. */
  private static boolean timed(LockWait wait, Object scope) {
    boolean parked =
        wait.virtual()
            ? VirtualLens.doing(wait.thread) == VirtualLens.PARKED
            : JdkCalls.state(wait.thread) == Thread.State.WAITING;
    Object at = wait.closes ? null : scope;
    for (int i = 0; i < DEEPEST && parked && at != null; i++) {
      parked = !hasTimer(at);
      Thread owner = VirtualLens.owner(at);
      at = owner == null ? null : VirtualLens.scopeOf(owner);
    }
    return !parked;
  }

  /** Its subtasks know it. Where a factory of threads hides them, it may have one. */
  private static boolean hasTimer(Object scope) {
    Iterator<?> each = VirtualLens.subtasks(scope);
    Object task = each.hasNext() && each.next() instanceof Thread thread ? task(thread) : null;
    return task == null
        || !task.getClass().getName().startsWith(TYPE)
        || Places.object(Places.object(task, "scope"), "timerTask") != null;
  }

  private static @Nullable Object task(Thread subtask) {
    return SnarlProbe.virtual(subtask) ? VirtualLens.task(subtask) : SnarlPoolLens.target(subtask);
  }
}
