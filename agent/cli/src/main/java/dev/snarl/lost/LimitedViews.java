package dev.snarl.lost;

import dev.snarl.heap.graph.HeapClass;
import dev.snarl.heap.graph.HeapDump;
import dev.snarl.heap.graph.Instance;
import dev.snarl.heap.graph.Threads.Frame;
import dev.snarl.heap.graph.Threads.Local;
import dev.snarl.heap.graph.Threads.ThreadStack;
import dev.snarl.snapshot.Pool.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The dispatchers of Kotlin that limit how many coroutines another one runs at a time: {@code
 * Dispatchers.IO}, and what {@code limitedParallelism} returns. Their threads are those in whose
 * frames the view, or its worker, takes tasks from the queue. A frame that the compiler left
 * without its variables hides one, and then nothing is proved.
 */
final class LimitedViews implements Pools.Reader {
  private static final String VIEW = "kotlinx.coroutines.internal.LimitedDispatcher";
  private static final String WORKER = VIEW + "$Worker";
  private static final String IO = "kotlinx.coroutines.scheduling.DefaultIoScheduler";

  private final HeapDump dump;

  /** {@code Dispatchers.IO}. */
  private final int io;

  /** The threads of each. */
  private final Map<Integer, List<Integer>> threads = new HashMap<>();

  LimitedViews(HeapDump dump) {
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

  @Override
  public boolean reads(HeapClass type) {
    return type.isA(VIEW);
  }

  @Override
  public Pools.@Nullable Pool pool(Instance view) {
    List<Integer> busy = threads.getOrDefault(view.node(), List.of());
    int queue = view.reference("queue");
    if (busy.isEmpty() || queue == HeapDump.NONE) {
      return null;
    }
    int limit = (int) view.number("parallelism");
    String running = "runningWorkers";
    long workers = view.number(view.has(running) ? running : running + "$volatile");
    return new Pools.Pool(
        view.node(),
        Kind.COROUTINES,
        name(view, limit),
        List.of(queue),
        List.of(),
        busy,
        limit,
        limit,
        workers == busy.size() && workers >= limit);
  }

  /** As the application's source calls it. */
  private String name(Instance view, int limit) {
    if (view.node() == io) {
      return "Dispatchers.IO";
    }
    Instance below = view.follow("dispatcher");
    String type = below == null ? "" : below.type().name();
    String of =
        type.endsWith("IoScheduler")
            ? "Dispatchers.IO"
            : type.endsWith("DefaultScheduler") ? "Dispatchers.Default" : "dispatcher";
    return of + ".limitedParallelism(" + limit + ")";
  }
}
