package dev.snarl.lost;

import dev.snarl.heap.graph.HeapClass;
import dev.snarl.heap.graph.HeapDump;
import dev.snarl.heap.graph.Instance;
import dev.snarl.heap.triage.DispatcherViews;
import dev.snarl.heap.triage.Workers;
import dev.snarl.snapshot.Pool.Kind;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The pools of a dump, with their threads and queues. */
final class Pools {
  private static final String SCHEDULED = "java.util.concurrent.ScheduledThreadPoolExecutor";
  private static final Set<String> JDK =
      Set.of("java.util.concurrent.ThreadPoolExecutor", SCHEDULED);
  private static final Set<String> WITHOUT_LIMIT =
      Set.of(
          "java.util.concurrent.PriorityBlockingQueue",
          "java.util.concurrent.LinkedTransferQueue",
          "java.util.concurrent.DelayQueue",
          "java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue");

  /** Netty's: one thread and a queue of its own, which others cannot serve. */
  private static final String EVENT_LOOP = "io.netty.util.concurrent.SingleThreadEventExecutor";

  private static final long COUNT = (1L << 29) - 1;

  /**
   * One pool.
   *
   * @param name null where that of its threads serves
   * @param queues all that hold its tasks
   * @param idle of its threads, those that wait for a task
   * @param busy the others
   * @param core as {@link dev.snarl.snapshot.Pool#core()}
   * @param full whether it starts no further thread
   */
  record Pool(
      int node,
      Kind kind,
      @Nullable String name,
      List<Integer> queues,
      List<Integer> idle,
      List<Integer> busy,
      int core,
      int max,
      boolean full) {}

  /** How the pools of some classes are read. */
  interface Reader {
    boolean reads(HeapClass type);

    /** Null if it is of no interest. */
    @Nullable Pool pool(Instance read);
  }

  private final Map<Integer, Pool> pools = new HashMap<>();
  private final Map<Integer, Pool> byThread = new HashMap<>();

  private Pools(HeapDump dump, List<Reader> readers) {
    @Nullable Reader[] byClass = new Reader[dump.classes().size()];
    for (HeapClass type : dump.classes()) {
      readers.stream()
          .filter(each -> each.reads(type))
          .findFirst()
          .ifPresent(reader -> byClass[type.number()] = reader);
    }
    for (int node = 0; node < dump.nodes(); node++) {
      Reader reader = byClass[dump.classOf(node).number()];
      Pool pool = reader == null || !dump.isReachable(node) ? null : reader.pool(dump.read(node));
      if (pool != null) {
        add(pool);
      }
    }
  }

  private void add(Pool pool) {
    pools.put(pool.node, pool);
    pool.idle.forEach(thread -> byThread.put(thread, pool));
    pool.busy.forEach(thread -> byThread.put(thread, pool));
  }

  /**
   * Those of which it is certain that nobody runs what is in the queue once all threads wait in a
   * task and none is started: only a resize or {@code shutdownNow} would change that. The JDK's own
   * classes; a subclass may do as it likes, and a fork-join pool may always start a thread.
   */
  static Pools exact(HeapDump dump, Map<Integer, Wait> waits) {
    return new Pools(dump, List.of(new Queued(dump, waits, type -> JDK.contains(type.name()))));
  }

  /**
   * All that the rules judge: subclasses too, Spring's for one, since how they start threads is
   * private, so they cannot change it, and that they add a task of their own to a queue is no
   * concern of who looks for a task.
   */
  static Pools judged(HeapDump dump, Map<Integer, Wait> waits) {
    return new Pools(
        dump,
        List.of(
            new Queued(
                dump, waits, type -> JDK.stream().anyMatch(type::isA) || type.isA(EVENT_LOOP)),
            new ForkJoins(dump),
            new Schedulers(dump),
            new LimitedViews(new DispatcherViews(dump))));
  }

  /** Those of the JDK, and Netty's event loops, with one queue each. */
  private record Queued(HeapDump dump, Map<Integer, Wait> waits, Predicate<HeapClass> wanted)
      implements Reader {
    @Override
    public boolean reads(HeapClass type) {
      return wanted.test(type);
    }

    @Override
    public Pool pool(Instance read) {
      List<Integer> threads = new Workers(dump).of(read);
      List<Integer> idle =
          threads.stream().filter(t -> waits.containsKey(t) && waits.get(t).idle()).toList();
      List<Integer> busy = threads.stream().filter(t -> !idle.contains(t)).toList();
      boolean loop = read.type().isA(EVENT_LOOP);
      int queue = read.reference(loop ? "taskQueue" : "workQueue");
      return new Pool(
          read.node(),
          loop ? Kind.EVENT_LOOP : read.type().isA(SCHEDULED) ? Kind.SCHEDULED : Kind.THREAD_POOL,
          null,
          queue == HeapDump.NONE ? List.of() : List.of(queue),
          idle,
          busy,
          (int) read.number("corePoolSize"),
          (int) read.number("maximumPoolSize"),
          loop ? !threads.isEmpty() : full(read, threads));
    }
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
