package dev.snarl.heap.triage;

import dev.snarl.heap.graph.HeapClass;
import dev.snarl.heap.graph.HeapDump;
import dev.snarl.heap.graph.Threads;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The collections, maps, queues and arrays that retain much, with the field that holds each and
 * what is in it. Of one inside another the inner one is named if it has most of the bytes, unless
 * it is only how the outer one is built. One pass over all objects without reading the file; the
 * elements of a few are walked.
 */
final class Containers {
  private static final double SHARE = 0.05;
  private static final double MOST_OF_IT = 0.7;
  private static final long WORTH_A_LOOK = 1 << 20;
  private static final int MOST = 8;
  private static final int CANDIDATES = 256;
  private static final int HIGHEST = 1_000;
  private static final int MOST_ARRAYS = 64;
  private static final int KINDS_OF_ELEMENTS = 5;

  /** The elements of one class, inside their wrappers. */
  private static final class Kind {
    final int first;
    long count;
    long retained;

    Kind(int first) {
      this.first = first;
    }
  }

  private final HeapDump dump;
  private final Tasks tasks;

  Containers(HeapDump dump, Tasks tasks) {
    this.dump = dump;
    this.tasks = tasks;
  }

  List<Report.Container> find() {
    long least = Math.max(WORTH_A_LOOK, (long) (SHARE * dump.totals().bytes()));
    ContainerKind[] kinds = new ContainerKind[dump.classes().size()];
    for (HeapClass type : dump.classes()) {
      kinds[type.number()] = ContainerKind.of(type);
    }
    Map<Integer, ContainerKind> candidates = new HashMap<>();
    for (int node = 0; node < dump.nodes() && candidates.size() < CANDIDATES; node++) {
      ContainerKind kind = kinds[dump.classOf(node).number()];
      if (kind != null
          && dump.retained(node) >= least
          && dump.asClass(node) == null
          && !(kind == ContainerKind.ARRAY && inChainOfArrays(node, kinds))) {
        candidates.put(node, kind);
      }
    }
    Set<Integer> built =
        candidates.keySet().stream()
            .filter(node -> partOfAnother(node, candidates))
            .collect(Collectors.toSet());
    candidates.keySet().removeAll(built);
    Set<Integer> dropped = new HashSet<>();
    for (int node : candidates.keySet()) {
      int outer = outer(node, candidates);
      if (outer != HeapDump.NONE && dump.retained(node) >= MOST_OF_IT * dump.retained(outer)) {
        dropped.add(outer);
      }
    }
    return candidates.keySet().stream()
        .filter(node -> !dropped.contains(node))
        .sorted(Comparator.comparingLong((Integer node) -> -dump.retained(node)))
        .limit(MOST)
        .map(node -> describe(node, candidates.getOrDefault(node, ContainerKind.ARRAY)))
        .toList();
  }

  /**
   * Whether it is one of the linked arrays of a queue, as JCTools builds them; an array nested this
   * deeply in others counts as one.
   */
  private boolean inChainOfArrays(int node, ContainerKind[] kinds) {
    int at = dump.dominator(node);
    for (int i = 0; i < MOST_ARRAYS; i++) {
      if (at == HeapDump.NONE) {
        return false;
      }
      HeapClass type = dump.classOf(at);
      if (!type.isArray()) {
        return kinds[type.number()] == ContainerKind.QUEUE;
      }
      at = dump.dominator(at);
    }
    return true;
  }

  /** The nearest candidate above it, {@link HeapDump#NONE} for none. */
  private int outer(int node, Map<Integer, ContainerKind> candidates) {
    int at = dump.dominator(node);
    for (int i = 0; i < HIGHEST && at != HeapDump.NONE; i++) {
      if (candidates.containsKey(at)) {
        return at;
      }
      at = dump.dominator(at);
    }
    return HeapDump.NONE;
  }

  /** Whether it is how another one is built: the map of a set, the array of a list. */
  private boolean partOfAnother(int node, Map<Integer, ContainerKind> candidates) {
    int above = dump.dominator(node);
    if (above == HeapDump.NONE || dump.asClass(above) != null) {
      return false;
    }
    HeapClass type = dump.classOf(above);
    ContainerKind outer = candidates.get(above);
    return (outer != null && outer != ContainerKind.ARRAY)
        || (candidates.get(node) == ContainerKind.ARRAY
            && !type.isArray()
            && !Shelf.isApplication(type.name()));
  }

  private Report.Container describe(int node, ContainerKind kind) {
    Map<HeapClass, Kind> kinds = new HashMap<>();
    long[] walked = {0};
    Spread.of(
        dump,
        node,
        element -> {
          walked[0]++;
          int inner = tasks.unwrap(element);
          Kind of = kinds.computeIfAbsent(dump.classOf(inner), type -> new Kind(inner));
          of.count++;
          of.retained += dump.retained(element);
        });
    Map<String, long[]> elements = new HashMap<>();
    for (Kind of : kinds.values()) {
      long[] sums = elements.computeIfAbsent(tasks.name(of.first), name -> new long[2]);
      sums[0] += of.count;
      sums[1] += of.retained;
    }
    List<Report.Tasks> rows =
        elements.entrySet().stream()
            .sorted(Comparator.comparingLong(e -> -e.getValue()[1]))
            .limit(KINDS_OF_ELEMENTS)
            .map(
                e ->
                    new Report.Tasks(
                        e.getKey(), tasks.site(e.getKey()), e.getValue()[0], e.getValue()[1]))
            .toList();
    String place = FieldPath.of(dump, node);
    String element = rows.isEmpty() ? "" : rows.get(0).type();
    Cache cache = Cache.of(dump.read(node));
    return new Report.Container(
        place,
        dump.classOf(node).name(),
        cache == null ? Words.simple(dump.classOf(node).name()) : cache.kind(),
        dump.address(node),
        dump.retained(node),
        rows.isEmpty() ? walked[0] : rows.get(0).count(),
        rows,
        kind.queue(),
        kind.queue() && !drained(node),
        remedy(kind, cache, place, element));
  }

  private static String remedy(
      ContainerKind kind, @Nullable Cache cache, String place, String element) {
    if (place.contains("a thread-local")) {
      return "Call remove() on the ThreadLocal in a finally block: a pooled thread keeps its value.";
    }
    return cache == null ? kind.remedy(place, element) : cache.remedy();
  }

  /**
   * Whether some thread may take its elements: a frame holds the queue, or an object that refers to
   * it.
   */
  private boolean drained(int queue) {
    boolean[] found = {false};
    for (Threads.ThreadStack stack : dump.threads().all()) {
      for (int local : new HashSet<>(stack.locals())) {
        found[0] |= local == queue;
        if (!dump.classOf(local).isArray() && dump.asClass(local) == null) {
          dump.references(local, to -> found[0] |= to == queue);
        }
      }
    }
    return found[0];
  }
}
