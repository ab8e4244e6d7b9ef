package dev.snarl.heap.triage;

import dev.snarl.heap.graph.HeapClass;
import dev.snarl.heap.graph.HeapDump;
import dev.snarl.heap.graph.Instance;
import dev.snarl.heap.graph.Threads;
import dev.snarl.text.Text;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The pools of a dump: thread pools of the JDK and of Tomcat, fork-join pools, event executors of
 * Netty and the schedulers of Kotlin's coroutines. Their queues are walked object by object, so the
 * counts do not depend on a counter in the pool.
 */
final class Executors {
  private static final String COROUTINES = "kotlinx.coroutines.scheduling.CoroutineScheduler";
  private static final Set<String> KINDS =
      Set.of(
          "java.util.concurrent.ThreadPoolExecutor",
          "org.apache.tomcat.util.threads.ThreadPoolExecutor",
          "java.util.concurrent.ForkJoinPool",
          "io.netty.util.concurrent.SingleThreadEventExecutor",
          DispatcherViews.VIEW,
          COROUTINES);
  private static final int MOST_KINDS_OF_TASKS = 20;
  private static final int MOST_STACKS = 5;
  private static final int FRAMES = 60;

  private final HeapDump dump;
  private final Tasks tasks;
  private final Workers workers;
  private final DispatcherViews views;

  Executors(HeapDump dump, Tasks tasks) {
    this.dump = dump;
    this.tasks = tasks;
    this.workers = new Workers(dump);
    this.views = new DispatcherViews(dump);
  }

  static boolean wants(HeapClass type) {
    return KINDS.stream().anyMatch(type::isA);
  }

  /** The pools among these objects, the one that retains most first. */
  List<Report.Executor> of(List<Integer> pools) {
    return pools.stream()
        .map(this::describe)
        .sorted(
            Comparator.comparingLong(
                    (Report.Executor e) -> Math.max(e.queueRetained(), e.retained()))
                .thenComparingLong(Report.Executor::queued)
                .reversed())
        .toList();
  }

  private Report.Executor describe(int pool) {
    Instance read = dump.read(pool);
    List<Integer> queues = queues(read);
    Map<String, long[]> kinds = new HashMap<>();
    Map<HeapClass, String> names = new HashMap<>();
    long[] queued = {0};
    for (int queue : queues) {
      Spread.of(
          dump,
          queue,
          task -> {
            if (workers.isThread(task)) {
              return;
            }
            queued[0]++;
            long[] sums = kinds.computeIfAbsent(nameOf(task, names), k -> new long[2]);
            sums[0]++;
            sums[1] += dump.retained(task);
          });
    }
    List<Integer> threads =
        DispatcherViews.are(read.type()) ? views.threadsOf(read) : workers.of(read);
    return new Report.Executor(
        name(read, threads),
        read.type().name(),
        constructor(read, threads),
        limits(read),
        dump.address(pool),
        dump.retained(pool),
        threads.size(),
        queued[0],
        queues.stream().mapToLong(dump::retained).sum(),
        kinds(kinds),
        stacks(threads));
  }

  /** Tasks of one class share a name, except those of a library, which differ by what they call. */
  private String nameOf(int task, Map<HeapClass, String> names) {
    int inner = tasks.unwrap(task);
    HeapClass type = dump.classOf(inner);
    String known = names.get(type);
    if (known != null) {
      return known;
    }
    String name = tasks.name(inner);
    if (Shelf.isApplication(type.name())) {
      names.put(type, name);
    }
    return name;
  }

  private List<Integer> queues(Instance pool) {
    List<Integer> queues = new ArrayList<>();
    for (String field :
        List.of(
            "workQueue",
            "queues",
            "workQueues",
            "taskQueue",
            "queue",
            "globalCpuQueue",
            "globalBlockingQueue",
            "globalQueue")) {
      int queue = pool.reference(field);
      if (queue != HeapDump.NONE && !queues.contains(queue)) {
        queues.add(queue);
      }
    }
    if (pool.type().isA(COROUTINES)) {
      for (int worker : workers.of(pool)) {
        int local = dump.read(worker).reference("localQueue");
        if (local != HeapDump.NONE) {
          queues.add(local);
        }
      }
    }
    return queues;
  }

  private List<Report.Tasks> kinds(Map<String, long[]> kinds) {
    return kinds.entrySet().stream()
        .sorted(Comparator.comparingLong(e -> -e.getValue()[1]))
        .limit(MOST_KINDS_OF_TASKS)
        .map(
            e ->
                new Report.Tasks(
                    e.getKey(), tasks.site(e.getKey()), e.getValue()[0], e.getValue()[1]))
        .toList();
  }

  private String name(Instance pool, List<Integer> threads) {
    if (DispatcherViews.are(pool.type())) {
      return views.name(pool);
    }
    for (int thread : threads) {
      String name = dump.read(thread).text("name");
      if (!name.isEmpty()) {
        return Text.folded(name, Integer.MAX_VALUE);
      }
    }
    String own = pool.text("schedulerName");
    if (own.isEmpty()) {
      own = pool.text("workerNamePrefix");
    }
    Instance factory = pool.follow("threadFactory");
    if (own.isEmpty() && factory != null) {
      own = prefix(factory);
    }
    return own.isEmpty()
        ? "unnamed"
        : Text.folded(own, Integer.MAX_VALUE) + (own.endsWith("#") ? "" : "#");
  }

  private static String prefix(Instance factory) {
    for (String field : List.of("namePrefix", "threadNamePrefix", "prefix", "nameFormat")) {
      String text = factory.text(field);
      if (!text.isEmpty()) {
        return text;
      }
    }
    return "";
  }

  private String constructor(Instance pool, List<Integer> threads) {
    Instance factory = pool.follow("threadFactory");
    if (factory == null) {
      factory = pool.follow("factory");
    }
    String pattern = name(pool, threads);
    return factory == null ? pattern : pattern + " by " + tasks.name(factory.node());
  }

  private String limits(Instance pool) {
    List<String> limits = new ArrayList<>();
    add(limits, pool, "corePoolSize", "core");
    add(limits, pool, "maximumPoolSize", "max");
    add(limits, pool, "maxPoolSize", "max");
    add(limits, pool, "parallelism", "parallelism");
    Instance queue = pool.follow("workQueue");
    if (queue != null) {
      limits.add(capacity(queue));
    } else if (pool.type().isA(COROUTINES) || DispatcherViews.are(pool.type())) {
      limits.add("queue without limit");
    }
    return String.join(", ", limits);
  }

  private static void add(List<String> limits, Instance pool, String field, String label) {
    if (pool.has(field)) {
      limits.add(label + " " + pool.number(field));
    }
  }

  private static String capacity(Instance queue) {
    if (queue.type().isA("java.util.concurrent.SynchronousQueue")) {
      return "no queue";
    }
    Instance items =
        queue.type().isA("java.util.concurrent.ArrayBlockingQueue") ? queue.follow("items") : null;
    long capacity =
        items != null
            ? items.length()
            : queue.has("capacity") ? queue.number("capacity") : Integer.MAX_VALUE;
    return capacity == Integer.MAX_VALUE ? "queue without limit" : "queue of " + capacity;
  }

  private List<Report.Stack> stacks(List<Integer> threads) {
    Map<List<String>, Integer> count = new LinkedHashMap<>();
    for (int thread : threads) {
      List<String> frames =
          dump.threads().of(thread).frames().stream()
              .limit(FRAMES)
              .map(Threads.Frame::toString)
              .toList();
      count.merge(frames, 1, Integer::sum);
    }
    return count.entrySet().stream()
        .filter(e -> !e.getKey().isEmpty())
        .sorted(Comparator.comparingInt(e -> -e.getValue()))
        .limit(MOST_STACKS)
        .map(e -> new Report.Stack(e.getValue(), Shelf.application(e.getKey()), e.getKey()))
        .toList();
  }
}
