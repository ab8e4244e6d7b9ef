package dev.snarl.heap.triage;

import dev.snarl.heap.graph.HeapClass;
import dev.snarl.heap.graph.HeapDump;
import dev.snarl.text.Text;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Duplicate texts, and collections without elements. Texts are compared by a hash of their
 * characters computed while the file was read; one of each is read again for display. 16 bytes for
 * each string.
 */
final class Waste {
  private static final Set<String> COLLECTIONS =
      Set.of(
          "java.util.ArrayList",
          "java.util.HashMap",
          "java.util.LinkedHashMap",
          "java.util.LinkedList",
          "java.util.ArrayDeque",
          "java.util.concurrent.ConcurrentHashMap",
          "java.util.TreeMap",
          "java.util.Vector",
          "java.util.Hashtable");
  private static final int SHOWN = 80;

  private final HeapDump dump;
  private long[] strings = new long[1024];
  private int count;
  private final Map<HeapClass, long[]> empty = new HashMap<>();

  Waste(HeapDump dump) {
    this.dump = dump;
  }

  static boolean wants(HeapClass type) {
    return type.name().equals("java.lang.String") || COLLECTIONS.contains(type.name());
  }

  void add(int node) {
    HeapClass type = dump.classOf(node);
    if (type.name().equals("java.lang.String")) {
      string(node);
    } else if (isEmpty(node)) {
      long[] sums = empty.computeIfAbsent(type, t -> new long[2]);
      sums[0]++;
      sums[1] += dump.retained(node);
    }
  }

  private void string(int node) {
    dump.references(
        node,
        to -> {
          int hash = dump.contents(to);
          if (hash != 0) {
            if (count == strings.length) {
              strings = Arrays.copyOf(strings, count + (count >> 1));
            }
            strings[count++] = ((long) hash << 32) | (to & 0xffff_ffffL);
          }
        });
  }

  /** A collection without elements refers to nothing, or only to an array or table without any. */
  private boolean isEmpty(int node) {
    boolean[] found = {false};
    dump.references(
        node,
        to -> {
          if (!dump.classOf(to).isArray()) {
            found[0] = true;
          } else {
            dump.references(to, element -> found[0] = true);
          }
        });
    return !found[0];
  }

  List<Report.Row> emptyCollections(int most) {
    return empty.entrySet().stream()
        .map(e -> new Report.Row(e.getKey().name(), e.getValue()[0], 0, e.getValue()[1]))
        .sorted(Comparator.comparingLong(Report.Row::retained).reversed())
        .limit(most)
        .toList();
  }

  /** Those that waste most, several strings that share one array counted once. */
  List<Report.Duplicate> duplicates(int most) {
    Arrays.sort(strings, 0, count);
    List<long[]> groups = new ArrayList<>();
    int from = 0;
    while (from < count) {
      int to = from;
      long copies = 0;
      while (to < count && strings[to] >> 32 == strings[from] >> 32) {
        if (to == from || strings[to] != strings[to - 1]) {
          copies++;
        }
        to++;
      }
      int array = (int) strings[from];
      if (copies > 1) {
        groups.add(new long[] {array, copies, (copies - 1) * dump.shallow(array)});
      }
      from = to;
      if (groups.size() > most * 64) {
        trim(groups, most);
      }
    }
    trim(groups, most);
    return groups.stream().map(g -> new Report.Duplicate(shown((int) g[0]), g[1], g[2])).toList();
  }

  private static void trim(List<long[]> groups, int most) {
    groups.sort(Comparator.comparingLong(g -> -g[2]));
    if (groups.size() > most) {
      groups.subList(most, groups.size()).clear();
    }
  }

  private String shown(int array) {
    return Text.oneLine(dump.read(array).characters(SHOWN + 1), SHOWN);
  }
}
