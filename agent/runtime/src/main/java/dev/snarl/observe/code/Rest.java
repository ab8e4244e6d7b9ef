package dev.snarl.observe.code;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.Places;
import dev.snarl.observe.sites.ThreadLook.Seen;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a thread may do by the code that is still to come on its stack.
 *
 * @param under the methods on its stack
 */
public record Rest(TaskCode code, Set<String> under) {

  /** May do anything. */
  public static final Rest ANY =
      new Rest(
          new TaskCode(Map.of(TaskCode.HANDS_OVER, Set.of("")), Set.of(), List.of(), true),
          Set.of());

  private static final Set<String> ENDS_ANY = Set.of(TaskCode.HANDS_OVER, "interrupt");

  /** It keeps the delayed tasks of a ForkJoinPool since Java 25, in no field. */
  private static final String DELAYS = "java.util.concurrent.DelayScheduler";

  /**
   * Null where a class file has to be read first.
   *
   * @param near a class whose loader likely has those of the thread, if none of its task is known;
   *     null if none is known at all
   */
  public static @Nullable Rest of(Seen seen, TaskCodes codes, @Nullable Class<?> near) {
    if (delays(seen.thread)) {
      return ANY;
    }
    Object work = ThreadWork.of(seen.thread);
    Class<?> type = work == null ? near : work.getClass();
    TaskCode code = type == null ? TaskCode.UNKNOWN : codes.rest(type, List.of(seen.stack));
    Set<String> under = new HashSet<>();
    for (StackTraceElement frame : seen.stack) {
      under.add(Receivers.in(frame));
    }
    return code == null ? null : new Rest(code, under);
  }

  /** Whether it has a delayed task, which may be anything. */
  private static boolean delays(Thread thread) {
    return thread.getClass().getName().equals(DELAYS) && Places.integer(thread, "restingSize") > 0;
  }

  /** Whether it comes without the act of another: where a thread waits for long, nothing does. */
  public static boolean comes(Thread thread) {
    Thread.State state = JdkCalls.state(thread);
    return state == Thread.State.RUNNABLE || state == Thread.State.TIMED_WAITING;
  }

  /** Whether it may end any wait: by an interrupt, or by what was made before and starts then. */
  public boolean mayEndAny() {
    return calls(ENDS_ANY);
  }

  /** Whether it may end waits of threads that are parked on this, or start what may. */
  public boolean mayEnd(Object blocker) {
    return calls(TaskCode.surelyEnds(blocker)) || mayEndAny();
  }

  /**
   * Whether such a method is called. Of code that leads to what is not known, as a server's does,
   * only the methods on the stack count: what these call may call nearly anything.
   */
  public boolean calls(Set<String> names) {
    return calls(names, method -> false);
  }

  /**
   * The same.
   *
   * @param others the methods that others run, though this code hands them over
   */
  public boolean calls(Set<String> names, Predicate<String> others) {
    return names.stream()
        .flatMap(name -> code.calls().getOrDefault(name, Set.of()).stream())
        .anyMatch(in -> under.contains(in) || (code.complete() && !others.test(in)));
  }
}
