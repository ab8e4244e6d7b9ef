package dev.snarl.heap.triage;

import dev.snarl.text.Figures;
import java.util.List;

/**
 * The first sentence of a report: what fills the heap, and the line to change.
 *
 * @param alarming whether it needs attention
 */
record Sentence(String text, boolean alarming) {
  private static final double MUCH = 0.1;

  private static final long NOT_WORTH_MENTIONING = 1 << 20;

  static Sentence of(
      Report.Totals totals,
      List<Report.Suspect> suspects,
      List<Report.Executor> executors,
      List<Report.Container> containers,
      List<Report.Shape> shapes,
      List<Report.Locals> threads,
      List<Report.Held> held) {
    double heap = Math.max(1, totals.usedBytes());
    for (Report.Executor pool : executors) {
      if (pool.queued() > 0 && pool.bytes() >= MUCH * heap) {
        return new Sentence(queue(pool, heap), true);
      }
    }
    for (Report.Held many : held) {
      if (many.retained() >= MUCH * heap) {
        return new Sentence(held(many, heap), true);
      }
    }
    if (!shapes.isEmpty() && shapes.get(0).retained() >= MUCH * heap) {
      return new Sentence(upper(shapes.get(0).title()) + ".", worth(shapes.get(0).retained()));
    }
    if (!containers.isEmpty() && containers.get(0).retained() >= MUCH * heap) {
      return new Sentence(container(containers.get(0), heap), true);
    }
    if (!threads.isEmpty() && threads.get(0).localsRetained() >= MUCH * heap) {
      return new Sentence(locals(threads.get(0), heap), worth(threads.get(0).localsRetained()));
    }
    if (!suspects.isEmpty()) {
      return new Sentence(suspect(suspects.get(0)), worth(suspects.get(0).retained()));
    }
    return new Sentence(
        "Nothing holds a tenth of the "
            + Figures.bytes(totals.usedBytes())
            + " that are alive: no single thing fills this heap.",
        false);
  }

  private static boolean worth(long bytes) {
    return bytes >= NOT_WORTH_MENTIONING;
  }

  private static String held(Report.Held many, double heap) {
    return Figures.number(many.count())
        + " "
        + many.what()
        + " of "
        + many.type()
        + " hold "
        + share(many.retained(), heap)
        + ": build one and share it.";
  }

  private static String locals(Report.Locals thread, double heap) {
    return "The local variables of thread "
        + thread.name()
        + " hold "
        + share(thread.localsRetained(), heap)
        + (thread.frames().isEmpty() ? "." : "; it is in " + thread.frames().get(0) + ".");
  }

  /**
   * {@code 2,000,000 tasks a.B wait in C.d, a LinkedBlockingQueue that nobody drains: 488 MB of 670
   * MB}.
   */
  private static String container(Report.Container in, double heap) {
    return Words.container(in)
        + ": "
        + Figures.bytes(in.retained())
        + " of "
        + Figures.bytes(heap)
        + ".";
  }

  private static String suspect(Report.Suspect first) {
    Report.Accumulation in = first.accumulates();
    return upper(first.title())
        + (in == null ? "" : "; the bytes are spread in " + in.type())
        + ".";
  }

  private static String queue(Report.Executor pool, double heap) {
    Report.Tasks first = pool.tasks().get(0);
    String which =
        first.count() == pool.queued()
            ? "all are "
            : Figures.number(first.count()) + " of them are ";
    return Words.pool(pool)
        + " and hold "
        + share(pool.bytes(), heap)
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
