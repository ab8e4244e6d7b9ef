package dev.snarl.heap.report;

import dev.snarl.heap.triage.Report;
import dev.snarl.text.Figures;
import dev.snarl.text.Text;
import java.util.List;

/** A report as one HTML file: no script, nothing from elsewhere, text only as text. */
public final class Page {
  private static final int LONGEST = 800;

  private final StringBuilder html = new StringBuilder(1 << 14);

  private Page() {}

  /** The whole page. */
  public static String of(Shown shown) {
    Page page = new Page();
    page.head(shown.report());
    page.body(shown, shown.report(), shown.top());
    page.html.append("</main></body></html>\n");
    return page.html.toString();
  }

  private void head(Report report) {
    html.append("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
        .append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")
        .append("style-src 'unsafe-inline'\"><title>Heap of ")
        .append(escaped(report.file()))
        .append("</title><style>")
        .append(":root{color-scheme:light dark;font:15px/1.45 system-ui,sans-serif}")
        .append(
            "main{max-width:70rem;margin:auto;padding:1rem}table{border-collapse:collapse;width:100%}")
        .append("th,td{text-align:left;padding:.2rem .6rem;border-bottom:1px solid #8884;")
        .append("overflow-wrap:anywhere;vertical-align:top}.n{text-align:right;")
        .append("white-space:nowrap;font-variant-numeric:tabular-nums}")
        .append(".lead{font-size:1.3rem}pre{overflow:auto;padding:.5rem;border:1px solid #8884}")
        .append("</style></head><body><main>");
  }

  private void body(Shown shown, Report report, int most) {
    Report.Totals totals = report.totals();
    html.append("<h1>Heap of ").append(escaped(report.file())).append("</h1>");
    html.append("<p class=\"lead\">").append(escaped(report.sentence())).append("</p>");
    if (report.note() != null) {
      html.append("<p><strong>Truncated:</strong> ").append(escaped(report.note())).append("</p>");
    }
    html.append("<p>")
        .append(Figures.bytes(totals.usedBytes()))
        .append(" in ")
        .append(Figures.number(totals.objects()))
        .append(" objects. ")
        .append(Figures.number(totals.unreachableObjects()))
        .append(" unreachable objects are left out (")
        .append(Figures.bytes(totals.unreachableBytes()))
        .append("). References of ")
        .append(totals.referenceSize())
        .append(" bytes, headers of ")
        .append(totals.headerSize())
        .append(".</p>");
    shown.opinion().forEach(line -> html.append("<p>").append(escaped(line)).append("</p>"));
    if (!shown.waits().isEmpty()) {
      html.append("<h2>Who waits for whom</h2>");
      pre(shown.waits());
    }
    if (shown.growth() != null) {
      growth(shown.growth());
    }
    suspects(report.suspects());
    executors(report.executors(), most);
    containers(report);
    coroutines(report.coroutines());
    futures(report.futures());
    table(
        "Top of the dominator tree",
        List.of("class", "#retained", "#shallow", "#address"),
        report.dominators().stream()
            .limit(most)
            .map(
                d ->
                    List.of(
                        d.type(),
                        n(d.retained()),
                        n(d.shallow()),
                        "0x" + Long.toHexString(d.address())))
            .toList());
    threads(report.threads(), most);
    table(
        "Many of what one would do",
        List.of("what", "class", "#count", "#retained"),
        report.held().stream()
            .map(h -> List.of(h.what(), h.type(), n(h.count()), n(h.retained())))
            .toList());
    rows("Histogram", report.histogram(), most);
    table(
        "Texts that are there many times",
        List.of("text", "#copies", "#wasted"),
        report.duplicateStrings().stream()
            .limit(most)
            .map(d -> List.of(d.text(), n(d.count()), n(d.wasted())))
            .toList());
    rows("Empty collections", report.emptyCollections(), most);
  }

  private void growth(Growth growth) {
    html.append("<p>Since ")
        .append(escaped(growth.before()))
        .append(": ")
        .append(n(growth.bytes()))
        .append(" bytes.</p>");
    lines("Queues that grew", growth.queues());
    lines("Collections that grew", growth.places());
    lines("Classes that grew", growth.classes());
  }

  private void lines(String title, List<Growth.Line> lines) {
    table(
        title,
        List.of("name", "#before", "#now", "#bytes before", "#bytes now", "#grown"),
        lines.stream()
            .map(
                l ->
                    List.of(
                        l.name(),
                        n(l.countBefore()),
                        n(l.count()),
                        n(l.bytesBefore()),
                        n(l.bytes()),
                        n(l.grown())))
            .toList());
  }

  private void suspects(List<Report.Suspect> suspects) {
    if (!suspects.isEmpty()) {
      html.append("<h2>Suspects</h2>");
    }
    for (Report.Suspect suspect : suspects) {
      html.append("<h3>").append(escaped(suspect.title())).append("</h3><p>");
      html.append(n(suspect.retained())).append(" bytes");
      if (suspect.accumulates() != null) {
        html.append(", accumulated in <code>")
            .append(escaped(suspect.accumulates().type()))
            .append("</code> (")
            .append(n(suspect.accumulates().retained()))
            .append(" bytes)");
      }
      html.append("</p>");
      pre(suspect.path());
    }
  }

  private void executors(List<Report.Executor> executors, int most) {
    if (!executors.isEmpty()) {
      html.append("<h2>Pools</h2>");
    }
    for (Report.Executor pool : executors.stream().limit(most).toList()) {
      html.append("<h3>").append(escaped(pool.name())).append("</h3><p><code>");
      html.append(escaped(pool.type())).append("</code>, ").append(escaped(pool.limits()));
      html.append(", ").append(pool.threads()).append(" threads, ");
      html.append(escaped(pool.constructor())).append("; ").append(n(pool.queued()));
      html.append(" tasks queued, ").append(n(pool.queueRetained())).append(" bytes</p>");
      table(
          "",
          List.of("tasks", "where", "#count", "#retained"),
          pool.tasks().stream()
              .map(t -> List.of(t.type(), t.site(), n(t.count()), n(t.retained())))
              .toList());
      for (Report.Stack stack : pool.workers()) {
        html.append("<p>").append(Figures.plural(stack.threads(), "worker")).append(":</p>");
        pre(stack.frames());
      }
    }
  }

  private void containers(Report report) {
    table(
        "Collections that hold much",
        List.of("field", "class", "elements", "#retained", "what to change", "in Eclipse MAT"),
        report.containers().stream()
            .map(
                in ->
                    List.of(
                        in.place(),
                        in.type(),
                        in.elements().isEmpty()
                            ? ""
                            : Figures.number(in.count()) + " × " + in.elements().get(0).type(),
                        Figures.number(in.retained()),
                        in.remedy(),
                        Query.of(List.of(in.address()))))
            .toList());
    table(
        "Leaks known by their shape",
        List.of("what", "#retained", "what to change", "in Eclipse MAT"),
        report.shapes().stream()
            .map(
                shape ->
                    List.of(
                        shape.title(),
                        Figures.number(shape.retained()),
                        shape.remedy(),
                        Query.of(shape.addresses())))
            .toList());
  }

  private void coroutines(Report.Coroutines coroutines) {
    table(
        "Coroutines",
        List.of("body", "where", "#queued", "#running", "#suspended", "#retained"),
        coroutines.types().stream()
            .map(
                c ->
                    List.of(
                        c.type(),
                        c.site(),
                        n(c.queued()),
                        n(c.running()),
                        n(c.suspended()),
                        n(c.retained())))
            .toList());
  }

  private void futures(Report.Futures futures) {
    if (futures.incomplete() > 0) {
      html.append("<h2>Futures</h2><p>")
          .append(n(futures.incomplete()))
          .append(" that nobody has completed (")
          .append(n(futures.retained()))
          .append(" bytes), ")
          .append(n(futures.completed()))
          .append(" completed; the longest chain of dependents is ")
          .append(n(futures.longestChain()))
          .append(".</p>");
    }
  }

  private void threads(List<Report.Locals> threads, int most) {
    table(
        "Threads by what their local variables keep alive",
        List.of("thread", "innermost frame", "#locals", "#retained"),
        threads.stream()
            .limit(most)
            .map(
                t ->
                    List.of(
                        t.name(),
                        t.frames().isEmpty() ? "" : t.frames().get(0),
                        n(t.localsRetained()),
                        n(t.retained())))
            .toList());
  }

  private void rows(String title, List<Report.Row> rows, int most) {
    table(
        title,
        List.of("class", "#objects", "#shallow", "#retained"),
        rows.stream()
            .limit(most)
            .map(r -> List.of(r.type(), n(r.objects()), n(r.shallow()), n(r.retained())))
            .toList());
  }

  /** Columns whose name begins with # hold numbers. */
  private void table(String title, List<String> columns, List<List<String>> rows) {
    if (rows.isEmpty()) {
      return;
    }
    if (!title.isEmpty()) {
      html.append("<h2>").append(escaped(title)).append("</h2>");
    }
    html.append("<table><thead><tr>");
    for (String column : columns) {
      boolean number = column.startsWith("#");
      html.append(number ? "<th class=\"n\">" : "<th>");
      html.append(escaped(number ? column.substring(1) : column)).append("</th>");
    }
    html.append("</tr></thead><tbody>");
    for (List<String> row : rows) {
      html.append("<tr>");
      for (int i = 0; i < row.size(); i++) {
        html.append(columns.get(i).startsWith("#") ? "<td class=\"n\">" : "<td>");
        html.append(escaped(row.get(i))).append("</td>");
      }
      html.append("</tr>");
    }
    html.append("</tbody></table>");
  }

  private void pre(List<String> lines) {
    html.append("<pre>");
    lines.forEach(line -> html.append(escaped(line)).append('\n'));
    html.append("</pre>");
  }

  private static String n(long value) {
    return Figures.number(value);
  }

  private static String escaped(String text) {
    return Text.oneLine(text, LONGEST)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
