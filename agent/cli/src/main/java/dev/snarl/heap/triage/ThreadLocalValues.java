package dev.snarl.heap.triage;

import dev.snarl.heap.graph.HeapDump;
import dev.snarl.heap.graph.Instance;
import dev.snarl.heap.graph.Threads.ThreadStack;
import dev.snarl.text.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What thread-locals keep, summed over all threads: pooled threads never give it back. */
final class ThreadLocalValues {
  private static final double SHARE = 0.1;
  private static final int LARGEST_TABLE = 65_536;
  private static final int ADDRESSES = 8;

  /** The values of one class. */
  private static final class Sum {
    long retained;
    long threads;
    final List<Long> addresses = new ArrayList<>();
  }

  private ThreadLocalValues() {}

  static List<Report.Shape> of(HeapDump dump) {
    Map<String, Sum> sums = new HashMap<>();
    for (ThreadStack stack : dump.threads().all()) {
      Instance table = dump.read(stack.node()).follow("threadLocals", "table");
      int most = table == null ? 0 : Math.min(LARGEST_TABLE, table.length());
      for (int i = 0; table != null && i < most; i++) {
        int entry = table.element(i);
        int value = entry == HeapDump.NONE ? entry : dump.read(entry).reference("value");
        if (value != HeapDump.NONE) {
          Sum sum = sums.computeIfAbsent(dump.describe(value), type -> new Sum());
          sum.retained += dump.retained(value);
          sum.threads++;
          if (sum.addresses.size() < ADDRESSES) {
            sum.addresses.add(dump.address(value));
          }
        }
      }
    }
    double heap = Math.max(1, dump.totals().bytes());
    return sums.entrySet().stream()
        .filter(each -> each.getValue().retained >= SHARE * heap)
        .sorted(Comparator.comparingLong(each -> -each.getValue().retained))
        .map(each -> shape(each.getKey(), each.getValue(), heap))
        .toList();
  }

  private static Report.Shape shape(String type, Sum sum, double heap) {
    return new Report.Shape(
        Figures.plural(sum.threads, "thread-local")
            + " of class "
            + type
            + (sum.threads == 1 ? " holds " : " hold ")
            + Figures.bytes(sum.retained)
            + ", "
            + Figures.percent(sum.retained / heap)
            + " of the heap",
        sum.retained,
        "Call remove() on the ThreadLocal in a finally block: a pooled thread keeps its value.",
        sum.addresses);
  }
}
