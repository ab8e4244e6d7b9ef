package dev.snarl.heap.triage;

import dev.snarl.heap.graph.HeapDump;
import dev.snarl.heap.graph.Threads;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;

/** Threads by what only the variables of their frames keep alive. */
final class ThreadLocals {
  private static final int FRAMES = 60;

  private ThreadLocals() {}

  static List<Report.Locals> of(HeapDump dump, int most) {
    return dump.threads().all().stream()
        .map(stack -> describe(dump, stack))
        .sorted(
            Comparator.comparingLong(Report.Locals::localsRetained)
                .thenComparingLong(Report.Locals::retained)
                .reversed())
        .limit(most)
        .toList();
  }

  private static Report.Locals describe(HeapDump dump, Threads.ThreadStack stack) {
    long sum =
        new HashSet<>(stack.locals())
            .stream()
                .filter(local -> dump.dominator(local) == stack.node())
                .mapToLong(dump::retained)
                .sum();
    return new Report.Locals(
        ThreadNames.of(dump, stack.node()),
        sum,
        dump.retained(stack.node()),
        stack.frames().stream().limit(FRAMES).map(Threads.Frame::toString).toList());
  }
}
