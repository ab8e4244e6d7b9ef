package dev.snarl.heap.triage;

import dev.snarl.text.Figures;
import java.util.List;

/** The first thing that is said: what fills the heap, and the line where somebody can act. */
final class Sentence {
  private static final double MUCH = 0.1;

  private Sentence() {}

  static String of(
      Report.Totals totals,
      List<Report.Suspect> suspects,
      List<Report.Executor> executors,
      List<Report.Locals> threads,
      List<Report.Held> held) {
    double heap = Math.max(1, totals.usedBytes());
    for (Report.Executor pool : executors) {
      if (pool.queued() > 0 && bytes(pool) >= MUCH * heap) {
        return queue(pool, heap);
      }
    }
    for (Report.Held many : held) {
      if (many.retained() >= MUCH * heap) {
        return Figures.number(many.count())
            + " "
            + many.what()
            + " of "
            + many.type()
            + " hold "
            + share(many.retained(), heap)
            + ": build one and share it.";
      }
    }
    if (!threads.isEmpty() && threads.get(0).localsRetained() >= MUCH * heap) {
      Report.Locals thread = threads.get(0);
      return "The local variables of thread "
          + thread.name()
          + " hold "
          + share(thread.localsRetained(), heap)
          + (thread.frames().isEmpty() ? "." : "; it is in " + thread.frames().get(0) + ".");
    }
    if (!suspects.isEmpty()) {
      Report.Suspect first = suspects.get(0);
      Report.Accumulation in = first.accumulates();
      return upper(first.title())
          + (in == null ? "" : "; the bytes are spread in " + in.type())
          + ".";
    }
    return "Nothing holds a tenth of the "
        + Figures.bytes(totals.usedBytes())
        + " that are alive: no single thing fills this heap.";
  }

  /** Of the queue, or of its tasks where something else holds the queue too. */
  private static long bytes(Report.Executor pool) {
    long tasks = pool.tasks().stream().mapToLong(Report.Tasks::retained).sum();
    return Math.max(pool.queueRetained(), tasks);
  }

  private static String queue(Report.Executor pool, double heap) {
    Report.Tasks first = pool.tasks().get(0);
    String which =
        first.count() == pool.queued()
            ? "all are "
            : Figures.number(first.count()) + " of them are ";
    return Words.pool(pool)
        + " and hold "
        + share(bytes(pool), heap)
        + "; "
        + which
        + first.type()
        + (first.site().isEmpty() ? "" : ", see " + first.site())
        + ".";
  }

  private static String share(long bytes, double heap) {
    return Figures.bytes(bytes) + ", " + Figures.percent(bytes / heap) + " of the heap";
  }

  private static String upper(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
