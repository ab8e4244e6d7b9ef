package dev.snarl.heap.triage;

import dev.snarl.heap.graph.HeapClass;
import dev.snarl.heap.graph.HeapDump;
import dev.snarl.heap.graph.Instance;
import dev.snarl.heap.graph.Threads.Frame;
import dev.snarl.heap.graph.Threads.Local;
import dev.snarl.heap.graph.Threads.ThreadStack;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The dispatchers of Kotlin that limit how many coroutines another one runs at a time: {@code
 * Dispatchers.IO}, and what {@code limitedParallelism} returns. Their threads are those in whose
 * frames the view, or its worker, takes tasks from the queue; a frame that the compiler left
 * without its variables hides one.
 */
public final class DispatcherViews {
  static final String VIEW = "kotlinx.coroutines.internal.LimitedDispatcher";
  private static final String WORKER = VIEW + "$Worker";
  private static final String IO = "kotlinx.coroutines.scheduling.DefaultIoScheduler";

  private final HeapDump dump;

  /** {@code Dispatchers.IO}. */
  private final int io;

  /** The threads of each. */
  private final Map<Integer, List<Integer>> threads = new HashMap<>();

  /** Reads the frames of all threads of that dump. */
  public DispatcherViews(HeapDump dump) {
    this.dump = dump;
    this.io =
        dump.classes().stream()
            .filter(type -> type.name().equals(IO))
            .mapToInt(type -> dump.staticReference(type, "default"))
            .findFirst()
            .orElse(HeapDump.NONE);
    for (ThreadStack stack : dump.threads().all()) {
      stack.held().stream()
          .mapToInt(local -> served(stack, local))
          .filter(view -> view != HeapDump.NONE)
          .distinct()
          .forEach(view -> threads.computeIfAbsent(view, v -> new ArrayList<>()).add(stack.node()));
    }
  }

  /** Whether its objects are such dispatchers. */
  public static boolean are(HeapClass type) {
    return type.isA(VIEW);
  }

  /** The threads that run tasks of this view, each once. */
  public List<Integer> threadsOf(Instance view) {
    return threads.getOrDefault(view.node(), List.of());
  }

  /** As the application's source calls it. */
  public String name(Instance view) {
    if (view.node() == io) {
      return "Dispatchers.IO";
    }
    String own = view.text("name"); // since 1.9
    if (!own.isEmpty()) {
      return own;
    }
    Instance below = view.follow("dispatcher");
    String type = below == null ? "" : below.type().name();
    String of =
        type.endsWith("IoScheduler")
            ? "Dispatchers.IO"
            : type.endsWith("DefaultScheduler") ? "Dispatchers.Default" : "dispatcher";
    return of + ".limitedParallelism(" + view.number("parallelism") + ")";
  }

  /** The view whose tasks that frame runs. */
  private int served(ThreadStack stack, Local local) {
    Frame frame = stack.frame(local);
    String held = dump.classOf(local.node()).name();
    if (frame == null || !frame.method().equals("run") || !frame.type().equals(held)) {
      return HeapDump.NONE;
    }
    return held.equals(VIEW) // before 1.7
        ? local.node()
        : held.equals(WORKER) ? dump.read(local.node()).reference("this$0") : HeapDump.NONE;
  }
}
