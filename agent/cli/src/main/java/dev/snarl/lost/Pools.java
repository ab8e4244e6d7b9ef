package dev.snarl.lost;

import dev.snarl.heap.graph.HeapClass;
import dev.snarl.heap.graph.HeapDump;
import dev.snarl.heap.graph.Instance;
import dev.snarl.heap.triage.Workers;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Thread pools whose threads all wait in a task, and which start no further one: nobody runs what
 * is in such a queue, and only a resize or {@code shutdownNow} would change that. The JDK's own
 * classes; a subclass may do as it likes, and a fork-join pool may always start a thread.
 */
final class Pools {
  private static final Set<String> KINDS =
      Set.of(
          "java.util.concurrent.ThreadPoolExecutor",
          "java.util.concurrent.ScheduledThreadPoolExecutor");
  private static final Set<String> WITHOUT_LIMIT =
      Set.of(
          "java.util.concurrent.PriorityBlockingQueue",
          "java.util.concurrent.LinkedTransferQueue",
          "java.util.concurrent.DelayQueue",
          "java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue");

  /** Netty's: one thread and a queue of its own, which others cannot serve. */
  static final String EVENT_LOOP = "io.netty.util.concurrent.SingleThreadEventExecutor";

  private static final long COUNT = (1L << 29) - 1;

  /**
   * One pool.
   *
   * @param idle of its threads, those that wait for a task
   * @param busy the others
   * @param full whether it starts no further thread
   */
  record Pool(int node, int queue, List<Integer> idle, List<Integer> busy, boolean full) {}

  private final HeapDump dump;
  private final Map<Integer, Pool> pools = new HashMap<>();
  private final Map<Integer, Pool> byThread = new HashMap<>();

  Pools(HeapDump dump, Map<Integer, Wait> waits) {
    this(dump, waits, type -> KINDS.contains(type.name()));
  }

  private Pools(HeapDump dump, Map<Integer, Wait> waits, Predicate<HeapClass> wanted) {
    this.dump = dump;
    BitSet kinds = new BitSet();
    dump.classes().stream().filter(wanted).forEach(type -> kinds.set(type.number()));
    for (int node = 0; node < dump.nodes(); node++) {
      if (kinds.get(dump.classOf(node).number()) && dump.isReachable(node)) {
        add(dump.read(node), waits);
      }
    }
  }

  /**
   * Netty's event loops, and those of subclasses too, Spring's for one. How they start threads is
   * private, so they cannot change it; that they add a task of their own to a queue is no concern
   * of who looks for a task.
   */
  static Pools withSubclasses(HeapDump dump, Map<Integer, Wait> waits) {
    return new Pools(
        dump, waits, type -> KINDS.stream().anyMatch(type::isA) || type.isA(EVENT_LOOP));
  }

  private void add(Instance read, Map<Integer, Wait> waits) {
    List<Integer> threads = threads(read);
    List<Integer> idle =
        threads.stream().filter(t -> waits.containsKey(t) && waits.get(t).idle()).toList();
    List<Integer> busy = threads.stream().filter(t -> !idle.contains(t)).toList();
    boolean loop = read.type().isA(EVENT_LOOP);
    int queue = read.reference(loop ? "taskQueue" : "workQueue");
    boolean full = loop ? !threads.isEmpty() : full(read, threads);
    Pool pool = new Pool(read.node(), queue, idle, busy, full);
    pools.put(pool.node, pool);
    threads.forEach(thread -> byThread.put(thread, pool));
  }

  private List<Integer> threads(Instance pool) {
    return new Workers(dump).of(pool);
  }

  private static boolean full(Instance pool, List<Integer> threads) {
    Instance control = pool.follow("ctl");
    long count = control == null ? -1 : control.number("value") & COUNT;
    Instance queue = pool.follow("workQueue");
    if (count != threads.size() || queue == null) {
      return false; // one of them is about to start or to end
    }
    return count >= pool.number("maximumPoolSize")
        || (count >= pool.number("corePoolSize") && withoutLimit(queue));
  }

  private static boolean withoutLimit(Instance queue) {
    String type = queue.type().name();
    return WITHOUT_LIMIT.contains(type)
        || (type.equals("java.util.concurrent.LinkedBlockingQueue")
            && queue.number("capacity") == Integer.MAX_VALUE);
  }

  Collection<Pool> all() {
    return pools.values();
  }

  Set<Integer> nodes() {
    return pools.keySet();
  }

  /** Null if the object is none. */
  @Nullable Pool at(int node) {
    return pools.get(node);
  }

  /** The pool that the thread serves, null for none. */
  @Nullable Pool of(int thread) {
    return byThread.get(thread);
  }
}
