package dev.snarl.observe.ends;

import dev.snarl.observe.code.Arrivals;
import dev.snarl.observe.code.TaskContents;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tasks of a queue that hold what threads are parked on. */
final class HeldInQueue {
  static final HeldInQueue NONE = new HeldInQueue();

  private static final int FEWEST_WAITING = 2;

  private final Set<String> kinds = new HashSet<>();
  private int tasks;
  private @Nullable Object last;
  private int lacking = Arrivals.NONE;
  private boolean ends;

  /**
   * @param kind of the task
   * @param whole what it holds, of which the blocker is a part
   */
  @SuppressWarnings("ReferenceEquality") // its equals may be the application's
  void add(Object task, String kind, Object whole, Arrivals arrivals) {
    kinds.add(kind);
    tasks += last == task ? 0 : 1;
    last = task;
    lacking = Arrivals.lacking(whole);
    ends |= arrivals.countsDown(task, whole);
  }

  /**
   * After the last task.
   *
   * @param all whether all tasks of the queue were looked at
   * @param waiting how many threads are parked there
   */
  void end(boolean all, int waiting) {
    ends |= all && waiting >= FEWEST_WAITING && lacking == tasks;
    last = null;
  }

  boolean any() {
    return !kinds.isEmpty();
  }

  boolean same(HeldInQueue other) {
    return kinds.equals(other.kinds) && ends == other.ends;
  }

  /** Whether such tasks have this method, with its class. */
  boolean has(String method) {
    String type = method.substring(0, method.lastIndexOf('.'));
    return kinds.stream()
        .map(TaskContents::task)
        .anyMatch(kind -> kind.equals(method) || kind.equals(type));
  }

  /**
   * Whether one of them counts the latch down or is another than the thread runs, or they are all
   * parties that have yet to arrive.
   *
   * @param stack the classes and methods on the thread's stack
   */
  boolean wakes(Set<String> stack) {
    return ends || kinds.stream().anyMatch(kind -> !TaskContents.runs(kind, stack));
  }
}
