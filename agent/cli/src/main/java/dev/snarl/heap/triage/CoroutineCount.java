package dev.snarl.heap.triage;

import dev.snarl.heap.graph.HeapClass;
import dev.snarl.heap.graph.HeapDump;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Kotlin's coroutines, by the class of the body that was launched. A body that is in a queue of a
 * scheduler is queued; one that a thread's frame holds is running; any other is suspended, or waits
 * for another holder to resume it. Reads no file.
 */
final class CoroutineCount {
  private static final String BODY = "kotlin.coroutines.jvm.internal.BaseContinuationImpl";
  private static final int MOST_TYPES = 20;
  private static final int QUEUED = 0;
  private static final int RUNNING = 1;
  private static final int SUSPENDED = 2;
  private static final int RETAINED = 3;

  private final HeapDump dump;
  private final Tasks tasks;
  private final Map<HeapClass, long[]> counts = new HashMap<>();
  private final Set<Integer> onFrames = new HashSet<>();
  private long alive;
  private long queued;

  CoroutineCount(HeapDump dump, Tasks tasks) {
    this.dump = dump;
    this.tasks = tasks;
    dump.threads().all().forEach(stack -> onFrames.addAll(stack.locals()));
  }

  static boolean wants(HeapClass type) {
    return type.isA(BODY) && Shelf.isApplication(type.name());
  }

  /** A body, as opposed to an object that merely waits for another; it completes a coroutine. */
  void add(int body) {
    boolean[] launched = {false};
    dump.references(
        body,
        to -> {
          launched[0] |= dump.classOf(to).isA("kotlinx.coroutines.AbstractCoroutine");
        });
    if (!launched[0]) {
      return;
    }
    alive++;
    long[] sums = counts.computeIfAbsent(dump.classOf(body), k -> new long[4]);
    sums[onFrames.contains(body) ? RUNNING : SUSPENDED]++;
    sums[RETAINED] += dump.retained(body);
  }

  /** Called for each pool; tasks in a scheduler's queues were counted as suspended. */
  void add(Report.Executor pool) {
    for (Report.Tasks waiting : pool.tasks()) {
      for (Map.Entry<HeapClass, long[]> entry : counts.entrySet()) {
        if (entry.getKey().name().equals(waiting.type())) {
          long moved = Math.min(entry.getValue()[SUSPENDED], waiting.count());
          entry.getValue()[SUSPENDED] -= moved;
          entry.getValue()[QUEUED] += moved;
          queued += moved;
        }
      }
    }
  }

  Report.Coroutines report() {
    List<Report.Coroutine> types =
        counts.entrySet().stream()
            .map(e -> row(e.getKey(), e.getValue()))
            .sorted(
                Comparator.comparingLong(
                    (Report.Coroutine c) -> -(c.queued() + c.running() + c.suspended())))
            .limit(MOST_TYPES)
            .toList();
    return new Report.Coroutines(alive, queued, types);
  }

  private Report.Coroutine row(HeapClass type, long[] sums) {
    return new Report.Coroutine(
        type.name(),
        tasks.site(type.name()),
        sums[QUEUED],
        sums[RUNNING],
        sums[SUSPENDED],
        sums[RETAINED]);
  }
}
