package dev.snarl.heap.triage;

import dev.snarl.heap.graph.HeapDump;
import dev.snarl.heap.graph.Instance;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The threads of a pool, found from the pool through its set of workers. */
public final class Workers {
  /** Where a worker has its thread, by its class. */
  private static final Map<String, String> OF_WORKER =
      Map.of("ThreadPoolExecutor$Worker", "thread", "ForkJoinPool$WorkQueue", "owner");

  private static final List<String> COLLECTIONS =
      List.of(
          "java.util.Hash",
          "java.util.concurrent.atomic.AtomicReferenceArray",
          "kotlinx.coroutines.internal.ResizableAtomicArray");

  private final HeapDump dump;

  /** Looks for them in that dump. */
  public Workers(HeapDump dump) {
    this.dump = dump;
  }

  /** Thread objects, each once. */
  public List<Integer> of(Instance pool) {
    Set<Integer> threads = new LinkedHashSet<>();
    for (String field : List.of("workers", "queues", "workQueues")) {
      int holder = pool.reference(field);
      if (holder != HeapDump.NONE) {
        add(holder, threads);
      }
    }
    int single = pool.reference("thread");
    if (single != HeapDump.NONE && isThread(single)) {
      threads.add(single);
    }
    return List.copyOf(threads);
  }

  /** Not further than to the workers: they know the pool, and with it all that waits there. */
  private void add(int holder, Set<Integer> threads) {
    Nearby.visit(
        dump,
        holder,
        node -> {
          if (isThread(node)) {
            threads.add(node);
            return false;
          }
          String type = dump.classOf(node).name();
          String field = OF_WORKER.get(type.substring(type.lastIndexOf('.') + 1));
          if (field != null) {
            int thread = dump.read(node).reference(field);
            if (thread != HeapDump.NONE && isThread(thread)) {
              threads.add(thread);
            }
            return false;
          }
          return type.endsWith("[]") || COLLECTIONS.stream().anyMatch(type::startsWith);
        });
  }

  /** Whether it is a thread: queues and their workers refer to them beside the tasks. */
  public boolean isThread(int node) {
    return dump.classOf(node).isA("java.lang.Thread");
  }
}
