package dev.snarl.jfr;

import dev.snarl.snapshot.CallSite;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import org.jspecify.annotations.Nullable;

/**
 * Names the sites of stacks. The consumer hands out the same object for the same stack, so each is
 * read once between two flushes. The stream's thread only.
 */
final class Stacks {
  private static final int MOST = 5_000;

  /**
   * What a stack says.
   *
   * @param idle a worker of a pool waits for its next task
   */
  record Place(CallSite site, boolean idle) {}

  private static final Place NOWHERE = new Place(CallSite.OTHER, false);

  private final IdentityHashMap<RecordedStackTrace, Place> seen = new IdentityHashMap<>();
  private final Naming naming;

  Stacks(Naming naming) {
    this.naming = naming;
  }

  Place place(@Nullable RecordedStackTrace trace) {
    if (trace == null) {
      return NOWHERE;
    }
    Place place = seen.get(trace);
    if (place == null) {
      place = read(trace);
      if (seen.size() < MOST) {
        seen.put(trace, place);
      }
    }
    return place;
  }

  /** The stacks of one segment are gone with it. */
  void forget() {
    seen.clear();
  }

  private Place read(RecordedStackTrace trace) {
    List<RecordedFrame> frames = trace.getFrames();
    List<StackTraceElement> stack = new ArrayList<>(frames.size());
    boolean idle = false;
    for (RecordedFrame frame : frames) {
      RecordedMethod method = frame.getMethod();
      String type = method.getType().getName();
      if (method.isHidden() || type.contains("$$Lambda")) {
        continue; // as a stack walk does
      }
      String name = method.getName();
      idle |= idle(type, name);
      stack.add(new StackTraceElement(type, name, null, frame.getLineNumber()));
    }
    return new Place(naming.site(stack.toArray(new StackTraceElement[0])), idle);
  }

  private static boolean idle(String type, String method) {
    return switch (method) {
      case "getTask" -> type.endsWith(".ThreadPoolExecutor");
      case "awaitWork", "deactivate" -> type.equals("java.util.concurrent.ForkJoinPool");
      default -> false;
    };
  }
}
