package dev.snarl.observe.tasks;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How often tasks were seen to end, and how long they ran at most, by the method of the application
 * that their executor called. Bounded; the observer's thread only.
 */
final class TaskKinds {
  private static final int MOST = 1_000;
  private static final int MOST_PATHS = 64;

  private final Map<String, Kind> byTask = new HashMap<>();
  private long dropped;

  /** What was seen of one kind of task. */
  static final class Kind {
    final String task;
    long ended;
    long longest;
    private final Set<Long> paths = new HashSet<>();

    Kind(String task) {
      this.task = task;
    }

    /** A run has ended that was once seen on that path of calls. */
    void ended(long path, long nanos) {
      ended++;
      longest = Math.max(longest, nanos);
      if (paths.size() < MOST_PATHS) {
        paths.add(path);
      }
    }

    /**
     * Whether a run has ended that was seen there: of what runs within one and the same wrapper,
     * some may end and some never does.
     */
    boolean endsAfter(long path) {
      return paths.contains(path);
    }
  }

  /** A new one is null if there is no room. */
  @Nullable Kind of(String task) {
    Kind kind = byTask.get(task);
    if (kind == null && byTask.size() >= MOST) {
      dropped++;
    } else if (kind == null) {
      kind = new Kind(task);
      byTask.put(task, kind);
    }
    return kind;
  }

  long dropped() {
    return dropped;
  }
}
