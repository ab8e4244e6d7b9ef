package dev.snarl.lost;

import dev.snarl.heap.graph.HeapClass;
import dev.snarl.heap.graph.HeapDump;
import dev.snarl.heap.graph.Instance;
import dev.snarl.heap.triage.Workers;
import dev.snarl.snapshot.Pool.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * The schedulers of Kotlin's coroutines, as the dispatchers that they are for work on processors:
 * {@code Dispatchers.Default}. As many of its threads as it has permits run such work; the others
 * are lent to views, see {@link LimitedViews}.
 */
record Schedulers(HeapDump dump) implements Pools.Reader {
  private static final String SCHEDULER = "kotlinx.coroutines.scheduling.CoroutineScheduler";

  @Override
  public boolean reads(HeapClass type) {
    return type.isA(SCHEDULER);
  }

  @Override
  public Pools.Pool pool(Instance read) {
    List<Integer> queues = new ArrayList<>();
    queues.add(read.reference("globalCpuQueue"));
    List<Integer> holders = new ArrayList<>();
    for (int thread : new Workers(dump).of(read)) {
      Instance worker = dump.read(thread);
      queues.add(worker.reference("localQueue"));
      Instance state = worker.follow("state");
      if (state != null && state.text("name").equals("CPU_ACQUIRED")) {
        holders.add(thread);
      }
    }
    queues.removeIf(queue -> queue == HeapDump.NONE);
    int permits = (int) read.number("corePoolSize");
    String name = read.text("schedulerName");
    return new Pools.Pool(
        read.node(),
        Kind.COROUTINES,
        name.equals("DefaultDispatcher") ? "Dispatchers.Default" : name,
        queues,
        List.of(),
        holders,
        permits,
        permits,
        holders.size() >= permits);
  }
}
