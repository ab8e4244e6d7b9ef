package dev.snarl.lost;

import dev.snarl.heap.graph.HeapClass;
import dev.snarl.heap.graph.HeapDump;
import dev.snarl.heap.graph.Instance;
import dev.snarl.heap.triage.DispatcherViews;
import dev.snarl.snapshot.Pool.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code Dispatchers.IO} and what {@code limitedParallelism} returns, as pools. Of one whose
 * threads were not all found nothing is proved.
 */
record LimitedViews(DispatcherViews views) implements Pools.Reader {
  @Override
  public boolean reads(HeapClass type) {
    return DispatcherViews.are(type);
  }

  @Override
  public Pools.@Nullable Pool pool(Instance view) {
    List<Integer> busy = views.threadsOf(view);
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
        views.name(view),
        List.of(queue),
        List.of(),
        busy,
        limit,
        limit,
        workers == busy.size() && workers >= limit);
  }
}
