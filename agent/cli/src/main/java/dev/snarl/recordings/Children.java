package dev.snarl.recordings;

import dev.snarl.recordings.Recording.Start;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The threads that a thread has started itself, as their start events say. */
final class Children {
  private static final int JOIN_DEPTH = 4;

  private final Map<Long, List<Start>> byParent = new HashMap<>();

  Children(Recording recording) {
    for (Start start : recording.starts) {
      byParent.computeIfAbsent(start.parent(), p -> new ArrayList<>()).add(start);
    }
  }

  /**
   * The only thread that this one has started and that still runs, if it waits for its end; -1 if
   * it does not, or has started others meanwhile. Who ends is the notifier of those who wait.
   */
  long joined(Interval wait, long at) {
    boolean joins =
        wait.kind() == Interval.Kind.WAIT
            && wait.other() >= 0
            && wait.view().stack().stream()
                .limit(JOIN_DEPTH)
                .anyMatch(
                    frame ->
                        frame.getClassName().equals("java.lang.Thread")
                            && frame.getMethodName().equals("join"));
    if (!joins) {
      return -1;
    }
    long only = -1;
    for (Start child : byParent.getOrDefault(wait.thread(), List.of())) {
      if (child.from() <= at && child.to() > at) {
        if (only >= 0) {
          return -1;
        }
        only = child.thread();
      }
    }
    return only == wait.other() ? only : -1;
  }
}
