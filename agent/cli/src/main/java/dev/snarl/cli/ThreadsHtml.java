package dev.snarl.cli;

import dev.snarl.rules.Finding;
import dev.snarl.text.Text;
import dev.snarl.threads.Diagnosis;
import dev.snarl.threads.DumpFacts;
import dev.snarl.threads.PoolRow;
import dev.snarl.threads.StackGroup;
import java.util.Map;
import java.util.TreeMap;

/** The analysis of thread dumps as one page without scripts, which loads nothing. */
final class ThreadsHtml {
  private static final int LONGEST = 2_000;
  private static final String HEAD =
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Snarl: thread dumps</title>
      <style>
      :root { color-scheme: light dark; }
      body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
      h1 { font-size: 1.25rem; } h2 { font-size: 1.05rem; margin-top: 2rem; }
      table { border-collapse: collapse; width: 100%; }
      th, td { border-bottom: 1px solid #8886; padding: .3rem .6rem; text-align: left; vertical-align: top; }
      td.number { text-align: right; }
      code, pre { font: 13px/1.45 ui-monospace, monospace; overflow-wrap: anywhere; }
      pre { margin: .3rem 0; white-space: pre-wrap; }
      .critical, .warning, .info { font-weight: 600; }
      </style>
      </head>
      <body>
      """;

  private final StringBuilder page = new StringBuilder(HEAD);

  private ThreadsHtml() {}

  static String of(Diagnosis diagnosis) {
    ThreadsHtml html = new ThreadsHtml();
    html.element("h1", diagnosis.summary());
    html.findings(diagnosis);
    html.pools(diagnosis);
    html.groups(diagnosis);
    html.dumps(diagnosis);
    return html.page.append("</body>\n</html>\n").toString();
  }

  private void findings(Diagnosis diagnosis) {
    element("h2", diagnosis.findings().isEmpty() ? "No findings" : "Findings");
    for (Finding finding : diagnosis.findings()) {
      page.append("<section>\n<p><span class=\"").append(finding.severity().label()).append("\">");
      page.append(escaped(finding.severity().label() + " " + finding.rule())).append("</span>, ");
      page.append(escaped(String.valueOf(finding.evidence().get("certainty")))).append(": ");
      page.append(escaped(finding.title())).append("<br>at <code>");
      page.append(escaped(finding.site())).append("</code></p>\n");
      element("p", finding.remedy());
      page.append("<details><summary>Evidence</summary>\n<table>\n");
      finding.evidence().forEach((name, value) -> row(name, String.valueOf(value)));
      page.append("</table>\n</details>\n</section>\n");
    }
  }

  private void pools(Diagnosis diagnosis) {
    element("h2", "Pools");
    page.append("<table>\n<tr><th>pool</th><th>threads</th><th>doing</th><th>most at</th></tr>\n");
    for (PoolRow pool : diagnosis.pools()) {
      page.append("<tr><td>").append(escaped(pool.pattern())).append("</td><td class=\"number\">");
      page.append(pool.threads()).append("</td><td>");
      Map<String, Integer> doing = new TreeMap<>(pool.doing());
      doing.forEach((label, count) -> page.append(count).append(' ').append(label).append(' '));
      page.append("</td><td><code>").append(escaped(pool.site())).append("</code></td></tr>\n");
    }
    page.append("</table>\n");
  }

  private void groups(Diagnosis diagnosis) {
    element("h2", "Equal stacks");
    for (StackGroup group : diagnosis.groups()) {
      page.append("<details><summary>").append(group.count()).append(" × ");
      page.append(escaped(group.pool() + ", " + group.doing() + " at " + group.site()));
      page.append("</summary>\n");
      element("p", String.join(", ", group.names()));
      page.append("<pre>");
      group.stack().forEach(frame -> page.append(escaped(frame)).append('\n'));
      page.append("</pre>\n</details>\n");
    }
  }

  private void dumps(Diagnosis diagnosis) {
    element("h2", "Read");
    page.append("<table>\n");
    for (DumpFacts dump : diagnosis.dumps()) {
      row(
          dump.source(),
          "%s, %s, %d threads%s"
              .formatted(
                  dump.at() == null ? "no time" : dump.at(),
                  dump.vm(),
                  dump.threads(),
                  dump.whole() ? "" : ", cut off"));
    }
    page.append("</table>\n");
    diagnosis.notes().forEach(note -> element("p", note));
  }

  private void row(String name, String value) {
    page.append("<tr><th>").append(escaped(name)).append("</th><td>");
    page.append(escaped(value)).append("</td></tr>\n");
  }

  private void element(String name, String text) {
    page.append('<').append(name).append('>').append(escaped(text));
    page.append("</").append(name).append(">\n");
  }

  private static String escaped(String text) {
    return Text.oneLine(text, LONGEST)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
