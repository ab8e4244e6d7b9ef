package dev.snarl.heap.triage;

import dev.snarl.heap.graph.HeapClass;
import dev.snarl.heap.graph.HeapDump;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Counts the objects of each class, in one pass over all objects and without reading the file. What
 * a class retains is the sum over its objects whose dominator is of another class: no byte of a
 * list counts twice.
 */
final class Census {
  private final HeapDump dump;
  private final long[] objects;
  private final long[] shallow;
  private final long[] retained;

  Census(HeapDump dump) {
    this.dump = dump;
    int classes = dump.classes().size();
    this.objects = new long[classes];
    this.shallow = new long[classes];
    this.retained = new long[classes];
    for (int node = 0; node < dump.nodes(); node++) {
      if (!dump.isReachable(node)) {
        continue;
      }
      HeapClass type = dump.classOf(node);
      int number = type.number();
      objects[number]++;
      shallow[number] += dump.shallow(node);
      int above = dump.dominator(node);
      if (above == HeapDump.NONE || dump.classOf(above) != type) {
        retained[number] += dump.retained(node);
      }
    }
  }

  long objects(HeapClass type) {
    return objects[type.number()];
  }

  long retained(HeapClass type) {
    return retained[type.number()];
  }

  Report.Row row(HeapClass type) {
    int number = type.number();
    return new Report.Row(type.name(), objects[number], shallow[number], retained[number]);
  }

  /** The largest classes by the shallow size of their objects. */
  List<Report.Row> histogram(int most) {
    List<Report.Row> rows = new ArrayList<>();
    for (HeapClass type : dump.classes()) {
      if (type.number() < objects.length && objects[type.number()] > 0) {
        rows.add(row(type));
      }
    }
    rows.sort(Comparator.comparingLong(Report.Row::shallow).reversed());
    return List.copyOf(rows.subList(0, Math.min(most, rows.size())));
  }
}
