package dev.snarl.cli;

import com.google.gson.JsonObject;
import dev.snarl.text.Text;

/** Findings as a comment for code review: a table, and below it what to change. */
final class MarkdownSummary {
  private static final int LONGEST = 500;

  private MarkdownSummary() {}

  static String of(RunFindings findings) {
    StringBuilder text = new StringBuilder("## Snarl: ");
    int count = findings.items().size();
    text.append(count == 0 ? "no findings\n" : count == 1 ? "1 finding\n" : count + " findings\n");
    if (count > 0) {
      text.append("\n| severity | rule | line | |\n|---|---|---|---|\n");
    }
    for (JsonObject item : findings.items()) {
      text.append(
          "| %s | `%s` | `%s` | %s |\n"
              .formatted(
                  cell(item, "severity"),
                  cell(item, "rule"),
                  cell(item, "site").replace('`', '\''),
                  cell(item, "title")));
    }
    for (JsonObject item : findings.items()) {
      text.append(
          "\n**%s** at `%s`: %s\n"
              .formatted(
                  cell(item, "rule"), cell(item, "site").replace('`', '\''), cell(item, "remedy")));
    }
    return text.toString();
  }

  /** Names come from the application: they may neither end a cell nor begin a tag. */
  private static String cell(JsonObject item, String name) {
    return Text.oneLine(Json.text(item, name), LONGEST)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace("|", "\\|");
  }
}
