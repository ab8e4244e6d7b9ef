package dev.snarl.heap.report;

import dev.snarl.heap.triage.Report;
import dev.snarl.text.Figures;
import dev.snarl.text.Text;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A report on one screen: the sentence, then the few lines that show why it is true. */
public final class Screen {
  private static final int WIDTH = 118;
  private static final int POOLS = 3;
  private static final int STACK = 3;
  private static final int PATH = 4;
  private static final int WAITS = 12;
  private static final int CONTAINERS = 2;

  private final Shown shown;
  private final Report report;
  private final List<String> lines = new ArrayList<>();

  private Screen(Shown shown) {
    this.shown = shown;
    this.report = shown.report();
  }

  /** At most about 36 lines; what does not fit is in the JSON and on the page. */
  public static List<String> of(Shown shown) {
    Screen screen = new Screen(shown);
    screen.all(shown.growth(), shown.top());
    return screen.lines.stream().map(line -> Text.oneLine(line, WIDTH)).toList();
  }

  private void all(@Nullable Growth growth, int top) {
    wrapped(report.sentence());
    if (report.note() != null) {
      wrapped("Truncated: " + report.note() + ".");
    }
    shown.opinion().forEach(this::wrapped);
    Report.Totals totals = report.totals();
    lines.add(
        Figures.bytes(totals.usedBytes())
            + " in "
            + Figures.number(totals.objects())
            + " objects; "
            + Figures.number(totals.unreachableObjects())
            + " unreachable ones left out ("
            + Figures.bytes(totals.unreachableBytes())
            + "); references of "
            + totals.referenceSize()
            + " bytes, headers of "
            + totals.headerSize());
    if (!shown.waits().isEmpty()) {
      lines.add("");
      shown.waits().stream().limit(WAITS).forEach(lines::add);
      if (shown.waits().size() > WAITS) {
        lines.add("… more of who waits for whom: --json shows all");
      }
    }
    if (growth != null) {
      growth(growth, top);
    }
    pools();
    containers();
    shapes();
    others();
    suspects();
    dominators(Math.min(top, growth == null ? 5 : 3));
  }

  private void wrapped(String text) {
    String rest = text;
    while (rest.length() > WIDTH) {
      int cut = rest.lastIndexOf(' ', WIDTH);
      int end = cut <= 0 ? WIDTH : cut;
      lines.add(rest.substring(0, end));
      rest = rest.substring(end).strip();
    }
    lines.add(rest);
  }

  private void growth(Growth growth, int top) {
    lines.add("");
    lines.add("Since " + growth.before() + ": " + signed(growth.bytes()) + "; what grew:");
    for (Growth.Line line : growth.queues().stream().limit(2).toList()) {
      lines.add("  queue of " + line.name() + ": " + change(line, "task"));
    }
    for (Growth.Line line : growth.places().stream().limit(3).toList()) {
      lines.add("  in " + line.name() + ": " + change(line, "object"));
    }
    for (Growth.Line line : growth.classes().stream().limit(Math.min(6, top)).toList()) {
      lines.add("  " + line.name() + ": " + change(line, "object"));
    }
  }

  private static String change(Growth.Line line, String noun) {
    return Figures.number(line.countBefore())
        + " to "
        + Figures.plural(line.count(), noun)
        + ", "
        + signed(line.grown());
  }

  private static String signed(long bytes) {
    return (bytes < 0 ? "−" : "+") + Figures.bytes(Math.abs(bytes));
  }

  private void pools() {
    List<Report.Executor> busy =
        report.executors().stream().filter(e -> e.queued() > 0).limit(POOLS).toList();
    if (busy.isEmpty()) {
      return;
    }
    lines.add("");
    boolean stack = true;
    for (Report.Executor pool : busy) {
      lines.add(
          "pool "
              + pool.name()
              + ": "
              + Figures.plural(pool.queued(), "task")
              + " queued, "
              + Figures.bytes(pool.bytes())
              + "; "
              + pool.threads()
              + " threads; "
              + pool.limits()
              + "; "
              + pool.constructor());
      for (Report.Tasks tasks : pool.tasks().stream().limit(2).toList()) {
        lines.add(
            "  "
                + Figures.number(tasks.count())
                + " × "
                + tasks.type()
                + (tasks.site().isEmpty() ? "" : " (" + tasks.site() + ")")
                + ", "
                + Figures.bytes(tasks.retained()));
      }
      if (stack && !pool.workers().isEmpty()) {
        stack(pool.workers().get(0));
        stack = false;
      }
    }
  }

  private void stack(Report.Stack workers) {
    lines.add(
        "  "
            + Figures.plural(workers.threads(), "worker")
            + (workers.threads() == 1 ? " was in:" : " were in:"));
    List<String> inner = workers.frames().stream().limit(STACK).toList();
    inner.forEach(frame -> lines.add("    " + frame));
    if (!workers.site().isEmpty() && !inner.contains(workers.site())) {
      lines.add("    …");
      lines.add("    " + workers.site());
    }
  }

  private void containers() {
    for (Report.Container in : report.containers().stream().limit(CONTAINERS).toList()) {
      lines.add("");
      lines.add("in " + in.place() + ", " + in.type() + ", " + Figures.bytes(in.retained()) + ":");
      for (Report.Tasks each : in.elements().stream().limit(2).toList()) {
        lines.add(
            "  "
                + Figures.number(each.count())
                + " × "
                + each.type()
                + (each.site().isEmpty() ? "" : " (" + each.site() + ")")
                + ", "
                + Figures.bytes(each.retained()));
      }
      lines.add("  -> " + in.remedy());
      lines.add("  in Eclipse MAT: " + Query.of(List.of(in.address())));
    }
  }

  private void shapes() {
    for (Report.Shape shape : report.shapes().stream().limit(2).toList()) {
      lines.add("");
      wrapped(shape.title());
      lines.add("  -> " + shape.remedy());
      lines.add("  in Eclipse MAT: " + Query.of(shape.addresses()));
    }
  }

  private void others() {
    Report.Coroutines coroutines = report.coroutines();
    if (coroutines.alive() > 0) {
      lines.add(
          Figures.plural(coroutines.alive(), "coroutine")
              + " alive, "
              + Figures.number(coroutines.queued())
              + " of them queued; most of "
              + coroutines.types().get(0).type());
    }
    Report.Futures futures = report.futures();
    if (futures.incomplete() >= 1000) {
      lines.add(
          Figures.plural(futures.incomplete(), "future")
              + " that nobody has completed, "
              + Figures.bytes(futures.retained())
              + "; the longest chain of dependents is "
              + Figures.number(futures.longestChain()));
    }
    for (Report.Held held : report.held().stream().limit(2).toList()) {
      lines.add(
          Figures.number(held.count())
              + " "
              + held.what()
              + " of "
              + held.type()
              + ", "
              + Figures.bytes(held.retained()));
    }
  }

  private void suspects() {
    if (report.suspects().isEmpty()) {
      return;
    }
    Report.Suspect first = report.suspects().get(0);
    lines.add("");
    lines.add("kept alive by:");
    first.path().stream().limit(PATH).forEach(step -> lines.add("  " + step));
    if (first.path().size() > PATH) {
      lines.add("  … and " + (first.path().size() - PATH) + " more");
    }
    if (first.accumulates() != null) {
      lines.add(
          "  accumulates in "
              + first.accumulates().type()
              + ", "
              + Figures.bytes(first.accumulates().retained()));
    }
  }

  private void dominators(int most) {
    lines.add("");
    lines.add(String.format("%14s %14s  %s", "retained", "shallow", "top of the dominator tree"));
    for (Report.Dominator one : report.dominators().stream().limit(most).toList()) {
      lines.add(
          String.format(
              "%14s %14s  %s @ 0x%x",
              Figures.number(one.retained()),
              Figures.number(one.shallow()),
              one.type(),
              one.address()));
    }
  }
}
