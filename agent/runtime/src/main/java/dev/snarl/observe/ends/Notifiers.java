package dev.snarl.observe.ends;

import dev.snarl.observe.code.InnerTasks;
import dev.snarl.observe.code.TaskCode;
import dev.snarl.observe.code.TaskCodes;
import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.wakes.WakeStacks;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.SnarlPoolLens;
import java.util.concurrent.SnarlProbe;
import org.jspecify.annotations.Nullable;

/**
 * Who may notify threads that are in {@code Object.wait}: no field says so, but the code of tasks
 * does. What a thread runs of which no task is known, as the main thread, its stack tells, of some
 * dozens of threads. The observer's thread only.
 */
final class Notifiers {
  private static final int LOOKS = 64;

  private final Sites sites;
  private final TaskCodes codes;

  /** Of threads of which no task of the application's is known, as seen last. */
  private final IdentityHashMap<Thread, StackTraceElement[]> stacks = new IdentityHashMap<>();

  private int asked;

  /** A class of the application, whose loader has the files of the others. */
  private @Nullable Class<?> near;

  Notifiers(Sites sites, TaskCodes codes) {
    this.sites = sites;
    this.codes = codes;
  }

  /** A search begins. */
  void begin() {
    asked = 0;
    stacks.keySet().removeIf(thread -> JdkCalls.state(thread) == Thread.State.TERMINATED);
  }

  /** There is nothing to search for: threads that end are garbage. */
  void end() {
    stacks.clear();
  }

  /**
   * The code of a task; null while it is not known.
   *
   * @param thread that runs it; null if it is in a queue
   */
  @Nullable TaskCode code(Object task, @Nullable Thread thread, Looks looks) {
    Class<?> type = InnerTasks.innermost(task).getClass();
    if (type.getClassLoader() == null) {
      return thread == null || SnarlProbe.virtual(thread) ? TaskCode.UNKNOWN : rest(thread, looks);
    }
    near = type;
    return codes.read(type);
  }

  /** The outermost method of a thread of which the stack was read; null of any other. */
  @Nullable String outermost(@Nullable Thread thread) {
    StackTraceElement[] stack = thread == null ? null : stacks.get(thread);
    return stack == null ? null : WakeStacks.task(stack, sites);
  }

  /** Of what is still to come of what it runs. */
  private @Nullable TaskCode rest(Thread thread, Looks looks) {
    StackTraceElement[] stack = stacks.get(thread);
    boolean idle = stack != null && WakeStacks.task(stack, sites).isEmpty();
    if (idle && SnarlPoolLens.target(thread) == null) {
      return TaskCode.UNKNOWN; // one of the JVM's
    }
    if (++asked > LOOKS) {
      return null;
    }
    looks.at(thread, seen -> stacks.put(thread, seen.stack));
    Class<?> beside = near;
    if (idle) {
      return TaskCode.UNKNOWN;
    }
    return stack == null || beside == null ? null : codes.rest(beside, List.of(stack));
  }
}
