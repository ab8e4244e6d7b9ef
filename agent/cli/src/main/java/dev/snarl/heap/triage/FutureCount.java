package dev.snarl.heap.triage;

import dev.snarl.heap.graph.HeapClass;
import dev.snarl.heap.graph.HeapDump;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Incomplete completable futures, and their dependents. Derived from the references alone: a
 * complete future refers to its result, so a future completed with null, which the JDK keeps as an
 * object too, counts as complete. Reads no file.
 */
final class FutureCount {
  private static final String FUTURE = "java.util.concurrent.CompletableFuture";
  private static final String COMPLETION = "java.util.concurrent.CompletableFuture$Completion";
  private static final int LONGEST = 100_000;
  private static final int CHAINS = 1_000;
  private static final int MOST_TYPES = 10;

  private final HeapDump dump;
  private final Map<HeapClass, Boolean> completions = new HashMap<>();
  private final Map<String, long[]> dependents = new HashMap<>();
  private long incomplete;
  private long complete;
  private long retained;
  private int longest;
  private int walked;

  FutureCount(HeapDump dump) {
    this.dump = dump;
  }

  static boolean wants(HeapClass type) {
    return type.isA(FUTURE);
  }

  void add(int future) {
    List<Integer> stack = new ArrayList<>();
    boolean[] done = {false};
    dump.references(
        future,
        to -> {
          if (isCompletion(to)) {
            stack.add(to);
          } else {
            done[0] = true;
          }
        });
    if (done[0]) {
      complete++;
      return;
    }
    incomplete++;
    retained += dump.retained(future);
    for (int completion : stack) {
      long[] sums = dependents.computeIfAbsent(dump.classOf(completion).name(), k -> new long[2]);
      sums[0]++;
      sums[1] += dump.retained(completion);
    }
    if (!stack.isEmpty() && walked++ < CHAINS) {
      longest = Math.max(longest, chain(stack.get(0)));
    }
  }

  private boolean isCompletion(int node) {
    return completions.computeIfAbsent(dump.classOf(node), t -> t.isA(COMPLETION));
  }

  /** A chain of dependents: each completes a future on which the next depends. */
  private int chain(int first) {
    Set<Integer> seen = new HashSet<>();
    int at = first;
    int length = 0;
    while (at != HeapDump.NONE && seen.add(at) && length < LONGEST) {
      length++;
      at = behind(at);
    }
    return length;
  }

  private int behind(int completion) {
    int[] next = {HeapDump.NONE};
    dump.references(
        completion,
        future -> {
          if (dump.classOf(future).isA(FUTURE)) {
            dump.references(
                future,
                to -> {
                  if (isCompletion(to) && to != completion) {
                    next[0] = to;
                  }
                });
          }
        });
    return next[0];
  }

  Report.Futures report() {
    List<Report.Row> types =
        dependents.entrySet().stream()
            .map(e -> new Report.Row(e.getKey(), e.getValue()[0], 0, e.getValue()[1]))
            .sorted(Comparator.comparingLong(Report.Row::objects).reversed())
            .limit(MOST_TYPES)
            .toList();
    return new Report.Futures(incomplete, complete, retained, longest, types);
  }
}
