package dev.snarl.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonParser;
import dev.snarl.rules.Finding;
import dev.snarl.rules.FindingJson;
import java.util.List;
import java.util.Locale;

/** Who waits for whom in a heap dump, as lines and as JSON. */
final class WaitsText {
  private static final int CYCLE = 8;

  private WaitsText() {}

  static void add(Finding finding, List<String> lines) {
    lines.add(
        "%-8s %s, %s: %s"
            .formatted(
                finding.severity().label().toUpperCase(Locale.ROOT),
                finding.rule(),
                finding.evidence().get("certainty"),
                finding.title()));
    lines.add("  at " + finding.site());
    if (finding.evidence().get("cycle") instanceof List<?> cycle) {
      cycle.stream().limit(CYCLE).forEach(line -> lines.add("  " + line));
    }
    Object query = finding.evidence().get("oql");
    if (query != null) {
      lines.add("  in Eclipse MAT: " + query);
    }
  }

  /** Findings in the contract's form. */
  static JsonArray json(List<Finding> findings) {
    JsonArray array = new JsonArray();
    findings.forEach(finding -> array.add(JsonParser.parseString(FindingJson.line(finding))));
    return array;
  }
}
