package dev.snarl.heap.triage;

import dev.snarl.heap.graph.HeapClass;
import dev.snarl.heap.graph.HeapDump;
import dev.snarl.text.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Class loaders that loaded the same class again: an application that was deployed anew while
 * something kept its former loader, and with it all its classes and their static fields.
 */
final class Loaders {
  private static final int MANY = 3;
  private static final int HIGHEST = 64;
  private static final double SHARE = 0.05;

  private Loaders() {}

  static List<Report.Shape> of(HeapDump dump) {
    Map<String, Set<Long>> byName = new HashMap<>();
    for (HeapClass type : dump.classes()) {
      if (type.loaderId() != 0 && Shelf.isApplication(type.name()) && ordinary(type.name())) {
        byName.computeIfAbsent(type.name(), name -> new TreeSet<>()).add(type.loaderId());
      }
    }
    Map<Set<Long>, List<String>> groups = new HashMap<>();
    byName.forEach(
        (name, loaders) -> {
          if (loaders.size() >= MANY) {
            groups.computeIfAbsent(loaders, key -> new ArrayList<>()).add(name);
          }
        });
    double heap = Math.max(1, dump.totals().bytes());
    List<Report.Shape> shapes = new ArrayList<>();
    groups.forEach(
        (loaders, names) -> {
          List<Integer> nodes =
              loaders.stream()
                  .map(dump::node)
                  .filter(node -> node != HeapDump.NONE && dump.isReachable(node))
                  .toList();
          long retained = retained(dump, nodes, loaders);
          if (nodes.size() >= MANY && retained >= SHARE * heap) {
            shapes.add(shape(dump, nodes, loaders, names, retained, heap));
          }
        });
    shapes.sort(Comparator.comparingLong(Report.Shape::retained).reversed());
    return shapes;
  }

  /** By the loaders with their classes: each of those keeps the other. */
  private static long retained(HeapDump dump, List<Integer> nodes, Set<Long> loaders) {
    Set<Integer> all = new HashSet<>(nodes);
    for (HeapClass type : dump.classes()) {
      int node = loaders.contains(type.loaderId()) ? dump.classObject(type) : HeapDump.NONE;
      if (node != HeapDump.NONE) {
        all.add(node);
      }
    }
    return all.stream().filter(node -> !below(dump, node, all)).mapToLong(dump::retained).sum();
  }

  private static boolean below(HeapDump dump, int node, Set<Integer> others) {
    int at = dump.dominator(node);
    for (int i = 0; i < HIGHEST && at != HeapDump.NONE; i++) {
      if (others.contains(at)) {
        return true;
      }
      at = dump.dominator(at);
    }
    return false;
  }

  /** Neither made at run time nor an array. */
  private static boolean ordinary(String name) {
    return !name.contains("$$") && !name.contains("$Proxy") && !name.endsWith("[]");
  }

  private static Report.Shape shape(
      HeapDump dump,
      List<Integer> nodes,
      Set<Long> loaders,
      List<String> names,
      long retained,
      double heap) {
    return new Report.Shape(
        Figures.plural(nodes.size(), "class loader")
            + " of class "
            + dump.classOf(nodes.get(0)).name()
            + " each loaded "
            + names.stream().sorted().findFirst().orElse("")
            + " and hold "
            + Figures.bytes(retained)
            + ", "
            + Figures.percent(retained / heap)
            + " of the heap; one is kept by "
            + FieldPath.of(dump, nodes.get(0), type -> !loaders.contains(type.loaderId())),
        retained,
        "When an application is undeployed, end its threads, deregister its drivers, listeners and"
            + " hooks, and remove its thread-locals.",
        nodes.stream().map(dump::address).limit(8).toList());
  }
}
