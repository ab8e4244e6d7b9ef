package dev.snarl.observe.pairs;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.sites.ThreadLook.Seen;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a thread may do by the code that is still to come on its stack.
 *
 * @param under the methods on its stack
 */
record Rest(TaskCode code, Set<String> under) {

  /**
   * Null where a class file has to be read first.
   *
   * @param near a class whose loader likely has those of the thread, if none of its task is known;
   *     null if none is known at all
   */
  static @Nullable Rest of(Seen seen, TaskCodes codes, @Nullable Class<?> near) {
    Object work = ThreadWork.of(seen.thread);
    Class<?> type = work == null ? near : work.getClass();
    TaskCode code = type == null ? TaskCode.UNKNOWN : codes.rest(type, List.of(seen.stack));
    Set<String> under = new HashSet<>();
    for (StackTraceElement frame : seen.stack) {
      under.add(Receivers.in(frame));
    }
    return code == null ? null : new Rest(code, under);
  }

  private static final Set<String> ANY = Set.of(TaskCode.HANDS_OVER, "interrupt");

  /** Whether it comes without the act of another: where a thread waits for long, nothing does. */
  static boolean comes(Thread thread) {
    Thread.State state = JdkCalls.state(thread);
    return state == Thread.State.RUNNABLE || state == Thread.State.TIMED_WAITING;
  }

  /** Whether it may end any wait: by an interrupt, or by what was made before and starts then. */
  boolean mayEndAny() {
    return calls(ANY);
  }

  /**
   * Whether such a method is called. Of code that leads to what is not known, as a server's does,
   * only the methods on the stack count: what these call may call nearly anything.
   */
  boolean calls(Set<String> names) {
    return names.stream()
        .map(name -> code.calls().getOrDefault(name, Set.of()))
        .anyMatch(in -> code.complete() ? !in.isEmpty() : !Collections.disjoint(in, under));
  }
}
