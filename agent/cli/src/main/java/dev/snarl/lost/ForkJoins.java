package dev.snarl.lost;

import dev.snarl.heap.graph.HeapClass;
import dev.snarl.heap.graph.HeapDump;
import dev.snarl.heap.graph.Instance;
import dev.snarl.heap.triage.Workers;
import dev.snarl.snapshot.Pool.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fork-join pools of Java 17 and newer. One that has fewer threads than processors to use, or of
 * which a thread is about to start or to end, may still run what is queued: a worker that waits as
 * the pool knows it lets a spare thread start first, one that is blocked in any other way does not.
 */
record ForkJoins(HeapDump dump) implements Pools.Reader {
  private static final String POOL = "java.util.concurrent.ForkJoinPool";

  /** The threads that carry virtual ones. */
  private static final String CARRIER = "jdk.internal.misc.CarrierThread";

  private static final int TOTAL_SHIFT = 32;
  private static final int PARALLELISM_MASK = 0xffff;

  @Override
  public boolean reads(HeapClass type) {
    return type.isA(POOL);
  }

  @Override
  public Pools.@Nullable Pool pool(Instance read) {
    List<Integer> threads = new Workers(dump).of(read);
    int queues = read.reference("queues"); // so called since Java 17
    if (queues == HeapDump.NONE
        || threads.isEmpty()
        || threads.stream().anyMatch(thread -> dump.classOf(thread).isA(CARRIER))) {
      return null;
    }
    List<Integer> idle =
        threads.stream().filter(thread -> Wait.idle(dump.threads().of(thread))).toList();
    // Since Java 19 a field of its own, and the number of threads is no longer less by it.
    boolean own = read.has("parallelism");
    int parallelism = (int) read.number(own ? "parallelism" : "mode") & PARALLELISM_MASK;
    int total = (short) (read.number("ctl") >>> TOTAL_SHIFT) + (own ? 0 : parallelism);
    return new Pools.Pool(
        read.node(),
        Kind.FORK_JOIN,
        null,
        List.of(queues),
        idle,
        threads.stream().filter(thread -> !idle.contains(thread)).toList(),
        parallelism,
        Integer.MAX_VALUE,
        total == threads.size() && total >= parallelism);
  }
}
