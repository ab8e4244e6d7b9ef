package dev.snarl.heap.triage;

import dev.snarl.heap.graph.HeapClass;
import dev.snarl.heap.graph.HeapDump;
import dev.snarl.text.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Objects, and classes of objects, at the top of the tree that retain a tenth of the heap or more.
 */
final class Suspects {
  private static final double SHARE = 0.1;
  private static final double DROP = 0.7;
  private static final int DEEPEST = 1000;
  private static final int LOOKED_AT = 10_000;
  private static final int LONGEST_PATH = 12;

  private final HeapDump dump;
  private final long heap;
  private final Map<Long, Report.Executor> pools = new HashMap<>();

  Suspects(HeapDump dump, List<Report.Executor> executors) {
    this.dump = dump;
    this.heap = Math.max(1, dump.totals().bytes());
    executors.forEach(e -> pools.put(e.address(), e));
  }

  List<Report.Suspect> find(List<Integer> top) {
    List<Report.Suspect> suspects = new ArrayList<>();
    Map<HeapClass, List<Integer>> small = new HashMap<>();
    for (int node : top.subList(0, Math.min(LOOKED_AT, top.size()))) {
      if (dump.retained(node) >= SHARE * heap) {
        suspects.add(single(node));
      } else {
        small.computeIfAbsent(dump.classOf(node), c -> new ArrayList<>()).add(node);
      }
    }
    small.forEach(
        (type, nodes) -> {
          long sum = nodes.stream().mapToLong(dump::retained).sum();
          if (nodes.size() > 1 && sum >= SHARE * heap) {
            suspects.add(group(type, nodes, sum));
          }
        });
    suspects.sort(Comparator.comparingLong(Report.Suspect::retained).reversed());
    return List.copyOf(suspects);
  }

  private Report.Suspect single(int node) {
    int accumulates = accumulation(node);
    return new Report.Suspect(
        title(node),
        dump.retained(node),
        path(node),
        accumulates == HeapDump.NONE
            ? null
            : new Report.Accumulation(dump.describe(accumulates), dump.retained(accumulates)));
  }

  private String title(int node) {
    Report.Executor pool = poolUnder(node);
    String share = Figures.percent(dump.retained(node) / (double) heap);
    return pool == null
        ? "one " + dump.describe(node) + " holds " + share + " of the heap"
        : Words.pool(pool) + ": " + share + " of the heap";
  }

  /** The pool that this object is, or that is below it on the heaviest path. */
  private Report.@Nullable Executor poolUnder(int node) {
    int at = node;
    for (int depth = 0; depth < DEEPEST && at != HeapDump.NONE; depth++) {
      Report.Executor pool = pools.get(dump.address(at));
      if (pool != null) {
        return pool;
      }
      int next = dump.heaviestChild(at);
      if (next == HeapDump.NONE || dump.retained(next) < DROP * dump.retained(at)) {
        return null;
      }
      at = next;
    }
    return null;
  }

  /**
   * Where the bytes are spread: down the heaviest child until there is a drop, or until a chain of
   * one class begins, whose owner is the interesting object.
   */
  private int accumulation(int node) {
    int at = node;
    for (int depth = 0; depth < DEEPEST; depth++) {
      int next = dump.heaviestChild(at);
      if (next == HeapDump.NONE || dump.retained(next) < DROP * dump.retained(at)) {
        return at;
      }
      int after = dump.heaviestChild(next);
      if (after != HeapDump.NONE && dump.classOf(after) == dump.classOf(next)) {
        return at;
      }
      at = next;
    }
    return at;
  }

  private Report.Suspect group(HeapClass type, List<Integer> nodes, long sum) {
    String share = Figures.percent(sum / (double) heap);
    return new Report.Suspect(
        Figures.plural(nodes.size(), "object")
            + " of "
            + type.name()
            + " hold "
            + share
            + " of the heap, "
            + Figures.bytes(sum / (double) nodes.size())
            + " each",
        sum,
        path(nodes.get(0)),
        null);
  }

  private List<String> path(int node) {
    List<Integer> nodes = dump.path(node);
    List<String> path = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      int at = nodes.get(i);
      boolean last = i == nodes.size() - 1;
      if (i > LONGEST_PATH && !last) {
        if (i == LONGEST_PATH + 1) {
          path.add("… " + (nodes.size() - LONGEST_PATH - 2) + " more →");
        }
        continue;
      }
      String kind = i == 0 ? "GC root (" + dump.rootKind(at) + ") " : "";
      String link = last ? "" : dump.link(at, nodes.get(i + 1));
      String field = link.isEmpty() ? "" : link.startsWith("[") ? link : "." + link;
      path.add(kind + named(at) + field + (last ? "" : " →"));
    }
    return path;
  }

  private String named(int node) {
    String name = dump.describe(node);
    if (dump.classOf(node).isA("java.lang.Thread") && dump.asClass(node) == null) {
      return name + " \"" + ThreadNames.of(dump, node) + "\"";
    }
    return name;
  }
}
