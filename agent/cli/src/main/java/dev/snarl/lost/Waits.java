package dev.snarl.lost;

import dev.snarl.heap.graph.HeapClass;
import dev.snarl.heap.graph.HeapDump;
import dev.snarl.heap.graph.Instance;
import dev.snarl.heap.graph.Threads.Frame;
import dev.snarl.heap.graph.Threads.Local;
import dev.snarl.heap.graph.Threads.ThreadStack;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The waits of a dump that somebody must end. A thread that is in none of them counts as one that
 * goes on: it runs, its wait has a time-out, or what ends the wait is unknown.
 */
final class Waits {
  /** Bits of a thread's status: JVMTI's, GetThreadState. */
  private static final int ENTERS_A_MONITOR = 0x400;

  private static final int WAITS_WITHOUT_END = 0x10;
  private static final int WAITS_WITH_TIMEOUT = 0x20;
  private static final int IN_OBJECT_WAIT = 0x100;
  private static final int PARKED = 0x200;
  private static final int ALIVE = 0x1;

  private static final String OBJECT = "java.lang.Object";
  private static final String VIRTUAL = "java.lang.VirtualThread";
  private static final int NEAR = 10;

  private final HeapDump dump;
  private final Beside beside;
  private final Blockers blockers;
  private final @Nullable HeapClass virtual;

  Waits(HeapDump dump, Beside beside) {
    this.dump = dump;
    this.beside = beside;
    this.blockers = new Blockers(dump);
    this.virtual =
        dump.classes().stream()
            .filter(type -> type.name().equals(VIRTUAL))
            .findFirst()
            .orElse(null);
  }

  List<Wait> all() {
    List<Wait> waits = new ArrayList<>();
    for (ThreadStack stack : dump.threads().all()) {
      Until until = until(stack);
      if (until != null) {
        waits.add(new Wait(stack, until, false));
      }
    }
    return waits;
  }

  /** Those of threads that are parked until a time. */
  List<Wait> timed() {
    List<Wait> waits = new ArrayList<>();
    for (ThreadStack stack : dump.threads().all()) {
      Instance thread = dump.read(stack.node());
      int blocker = thread.reference("parkBlocker");
      long status = status(thread);
      if ((status & PARKED) != 0
          && (status & WAITS_WITH_TIMEOUT) != 0
          && blocker != HeapDump.NONE) {
        Until until = blockers.of(blocker, stack.node());
        if (until != null) {
          waits.add(new Wait(stack, until, true));
        }
      }
    }
    return waits;
  }

  private @Nullable Until until(ThreadStack stack) {
    Instance thread = dump.read(stack.node());
    if (near(stack, "java.lang.ref.")) {
      return null; // the collector enqueues references
    }
    if (thread.type().equals(virtual)) {
      return virtual(stack, thread);
    }
    long status = status(thread);
    int blocker = thread.reference("parkBlocker");
    if ((status & PARKED) != 0 && blocker != HeapDump.NONE) {
      if ((status & WAITS_WITHOUT_END) != 0) {
        return blockers.of(blocker, stack.node());
      }
      return (status & WAITS_WITH_TIMEOUT) != 0
              && dump.classOf(blocker).name().equals(Coroutines.RUN_BLOCKING)
          ? blockers.ofBlockingCoroutine(blocker)
          : null;
    }
    if ((status & IN_OBJECT_WAIT) != 0 && (status & WAITS_WITHOUT_END) != 0) {
      return inObjectWait(stack);
    }
    if ((status & ENTERS_A_MONITOR) != 0) {
      int owner = beside.owner(thread);
      return owner == HeapDump.NONE ? null : Until.goesOn(owner, "a monitor");
    }
    return null;
  }

  private static boolean near(ThreadStack stack, String prefix) {
    return stack.frames().stream().limit(NEAR).anyMatch(frame -> frame.type().startsWith(prefix));
  }

  private static long status(Instance thread) {
    Instance holder = thread.has("threadStatus") ? thread : thread.follow("holder");
    return holder == null ? 0 : holder.number("threadStatus");
  }

  /** As {@code Thread.getState} would have said. */
  static Thread.State state(Instance thread) {
    long status = status(thread);
    if ((status & ENTERS_A_MONITOR) != 0) {
      return Thread.State.BLOCKED;
    }
    if ((status & WAITS_WITHOUT_END) != 0) {
      return Thread.State.WAITING;
    }
    return (status & WAITS_WITH_TIMEOUT) != 0 ? Thread.State.TIMED_WAITING : Thread.State.RUNNABLE;
  }

  private @Nullable Until virtual(ThreadStack stack, Instance thread) {
    int blocker = thread.reference("parkBlocker");
    boolean parked = is(thread, "PARKED") || is(thread, "PINNED");
    boolean timed =
        stack.frames().stream()
            .limit(NEAR)
            .anyMatch(f -> f.type().equals(VIRTUAL) && f.method().equals("parkNanos"));
    boolean awoken = thread.number("parkPermit") != 0;
    return !parked || awoken || timed || blocker == HeapDump.NONE || stack.frames().isEmpty()
        ? null
        : blockers.of(blocker, stack.node());
  }

  private boolean is(Instance thread, String state) {
    Long number = virtual == null ? null : dump.staticNumber(virtual, state);
    return number != null && number == thread.number("state");
  }

  /** Virtual threads that are under way and whose stacks the dump does not hold. */
  int withoutStack() {
    if (virtual == null) {
      return 0;
    }
    int count = 0;
    for (int node = 0; node < dump.nodes(); node++) {
      if (dump.classOf(node).equals(virtual)
          && dump.asClass(node) == null
          && dump.threads().of(node).frames().isEmpty()) {
        Instance thread = dump.read(node);
        if (!is(thread, "NEW") && !is(thread, "TERMINATED")) {
          count++;
        }
      }
    }
    return count;
  }

  /** For the end of a thread, or for who notifies of the object, which needs it for that. */
  private @Nullable Until inObjectWait(ThreadStack stack) {
    List<Frame> frames = stack.frames();
    int depth = -1;
    while (depth + 1 < frames.size() && frames.get(depth + 1).type().equals(OBJECT)) {
      depth++;
    }
    Frame caller = depth + 1 < frames.size() ? frames.get(depth + 1) : null;
    boolean join =
        caller != null
            && caller.type().equals("java.lang.Thread")
            && caller.method().equals("join");
    int waitedFor =
        depth < 0
            ? HeapDump.NONE
            : join ? only(stack, depth + 1, depth + 1) : only(stack, 0, depth);
    if (waitedFor == HeapDump.NONE) {
      return null;
    }
    if (join) {
      Instance thread = dump.read(waitedFor);
      return thread.type().isA("java.lang.Thread") && (status(thread) & ALIVE) != 0
          ? Until.ends(waitedFor)
          : null;
    }
    return Until.reached(waitedFor, false, "a notify of " + dump.describe(waitedFor));
  }

  /**
   * The only object of some frames, besides the thread itself, which those of {@code Object.wait}
   * hold too on 25. A compiled frame may hold none.
   */
  private static int only(ThreadStack stack, int first, int deepest) {
    List<Integer> held =
        stack.held().stream()
            .filter(local -> local.depth() >= first && local.depth() <= deepest)
            .map(Local::node)
            .distinct()
            .toList();
    List<Integer> others = held.stream().filter(node -> node != stack.node()).toList();
    List<Integer> left = others.isEmpty() ? held : others;
    return left.size() == 1 ? Objects.requireNonNull(left.get(0)) : HeapDump.NONE;
  }

  /** Whether this thread has not ended. */
  boolean alive(int thread) {
    Instance read = dump.read(thread);
    return read.type().equals(virtual) ? !is(read, "TERMINATED") : (status(read) & ALIVE) != 0;
  }
}
